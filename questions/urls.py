"""Every page of the product."""

from django.urls import path

from questions.views import decisions, insights, people, public, quiz, review, sample, site

urlpatterns = [
    path("", public.home, name="home"),
    path("help/", site.help_page, name="help"),
    path("privacy/", site.privacy, name="privacy"),
    path("terms/", site.terms, name="terms"),
    path("robots.txt", site.robots, name="robots"),
    path("sitemap.xml", site.sitemap, name="sitemap"),
    path("c/<slug:code>/", public.certification, name="certification"),
    path("c/<slug:code>/<str:section>/", public.objective, name="objective"),
    path("c/<slug:code>/<str:section>/sample/", sample.answer, name="sample-answer"),
    path("practice/", quiz.start, name="quiz-start"),
    path("practice/<int:attempt>/", quiz.summary, name="quiz-summary"),
    path("practice/<int:attempt>/end/", quiz.end, name="quiz-end"),
    path("practice/<int:attempt>/again/", quiz.again, name="quiz-again"),
    path("practice/<int:attempt>/<int:number>/", quiz.play, name="quiz-play"),
    path("practice/<int:attempt>/<int:number>/answer/", quiz.answer, name="quiz-answer"),
    path("practice/<int:attempt>/<int:number>/mark/", quiz.mark, name="quiz-mark"),
    path("review/", review.queue, name="review"),
    # A question's code may hold anything that can be stored, slashes too.
    path("review/<path:question>/solve/", review.solve, name="review-solve"),
    path("review/<path:question>/flag/", decisions.flag, name="review-flag"),
    path("review/<path:question>/decide/<slug:decision>/", decisions.decide, name="review-decide"),
    path("review/<path:question>/", review.item, name="review-item"),
    path("insights/", insights.insights, name="insights"),
    path("insights/<slug:code>/", insights.certification, name="insights-certification"),
    path("insights/<slug:code>/cohort/", insights.cohort, name="insights-cohort"),
    path("insights/<slug:code>/responses.csv", insights.responses, name="insights-responses"),
    path("preferences/", people.preferences, name="preferences"),
    path("preferences/sign-out/", people.sign_out_everywhere, name="sign-out-everywhere"),
    path("theme/", people.theme, name="theme"),
    path("people/invite/", people.invite_people, name="invite"),
]
