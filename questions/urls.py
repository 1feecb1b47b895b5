"""Every page of the product."""

from django.urls import path

from questions.views import quiz

urlpatterns = [
    path("practice/", quiz.start, name="quiz-start"),
    path("practice/<int:attempt>/", quiz.summary, name="quiz-summary"),
    path("practice/<int:attempt>/end/", quiz.end, name="quiz-end"),
    path("practice/<int:attempt>/again/", quiz.again, name="quiz-again"),
    path("practice/<int:attempt>/<int:number>/", quiz.play, name="quiz-play"),
    path("practice/<int:attempt>/<int:number>/answer/", quiz.answer, name="quiz-answer"),
    path("practice/<int:attempt>/<int:number>/mark/", quiz.mark, name="quiz-mark"),
]
