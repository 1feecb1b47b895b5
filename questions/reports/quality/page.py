"""The page of one question: everything a reviewer weighs, read in a fixed number of queries."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from questions.analysis.plain import from_plain
from questions.analysis.values import ItemStatistic as Statistic
from questions.analysis.values import Stage
from questions.items.words import Decision, FlagState, Status
from questions.models import BlindSolve, Flag, ItemStatistic, Option, Question, User, Version
from questions.models.bank import OPEN
from questions.models.content import Content, content_of
from questions.models.review import PENDING
from questions.reports.authoring import Shown
from questions.reports.card import LETTERS, ExplainedCard, explained_card, safe
from questions.reports.plots import Line, style_of, trace_plot
from questions.reports.quality.blind import letters_of
from questions.reports.quality.figures import percent, percents, seconds, signed, signeds, verdict_of
from questions.reports.quality.findings import Point, points_of
from questions.reports.quality.history import Entry, history_of
from questions.reports.quality.lint import lint_of
from questions.reports.quality.options import OptionRow, lines_of, option_rows
from questions.reports.quality.patience import until_reported
from questions.reports.quality.remarks import Remark, remarks_of
from questions.reports.quality.revision import Revision, revision_of

# Flags that the page speaks about; those that wait for a second look are nobody's business yet.
SHOWN: Final = (*PENDING, FlagState.DISMISSED.value)
STATES: Final[dict[str, tuple[str, str]]] = {
    FlagState.OPEN: ("warn", "triangle-alert"),
    FlagState.FLAGGED: ("plain", "flag"),
    FlagState.WATCHING: ("plain", "timer"),
}


@dataclass(frozen=True, slots=True)
class Badge:
    """The state of the question: CSS class of the tag, drawing, text."""

    css: str
    icon: str
    text: str | Promise


@dataclass(frozen=True, slots=True)
class Stat:
    """A number with its name; ``more`` is a second line."""

    name: str
    value: str
    note: str = ""
    more: str = ""


def met_version(code: str) -> Version | None:
    """The newest wording of a question that learners have met, with its surroundings; None where there is none."""
    return (
        Version.objects.exclude(status__in=OPEN)
        .filter(question__code=code)
        .select_related("question__objective__domain", "question__objective__certification", "published_by")
        .prefetch_related("options", "question__traps")
        .order_by("-number")
        .first()
    )


class ItemPage:
    """A version as a reviewer sees it once the key may be shown."""

    def __init__(self, version: Version, person: User) -> None:
        self.version, self.person = version, person
        self.question: Question = version.question

    @cached_property
    def before(self) -> Version | None:
        """The wording before this one."""
        earlier = self.question.versions.exclude(status__in=OPEN).filter(number__lt=self.version.number)
        return earlier.prefetch_related("options").order_by("-number").first()

    @cached_property
    def _known(self) -> list[Flag]:
        """The worst first, and those that a revision has resolved."""
        states = (*SHOWN, FlagState.RESOLVED.value)
        flags: QuerySet[Flag] = Flag.objects.filter(question=self.question, state__in=states)
        texts = ("version__stem", "version__takeaway", "version__explanation", "version__references")
        return list(flags.select_related("raised_by", "version").defer("seen", *texts))

    @property
    def flags(self) -> list[Flag]:
        """Flags of the question that the page speaks about, the worst first."""
        return [flag for flag in self._known if flag.state in SHOWN]

    @property
    def pending(self) -> list[Flag]:
        """Those that somebody has to do something about."""
        return [flag for flag in self.flags if flag.state in PENDING]

    @property
    def to_decide(self) -> list[Flag]:
        """Those that a decision about the question is about: what waits for a reviewer, else what is pending at all."""
        return [flag for flag in self.flags if flag.state == FlagState.OPEN] or self.pending

    @cached_property
    def _kept(self) -> dict[int, ItemStatistic]:
        versions = [version for version in (self.version, self.before) if version is not None]
        return ItemStatistic.objects.in_bulk({version.lineage_id or version.pk for version in versions})

    def _statistic_of(self, version: Version) -> Statistic | None:
        kept = self._kept.get(version.lineage_id or version.pk)
        return from_plain(kept.data) if kept else None

    @cached_property
    def statistic(self) -> Statistic | None:
        """What responses say about this wording."""
        return self._statistic_of(self.version)

    @cached_property
    def options(self) -> list[Option]:
        """The options as authored."""
        return list(self.version.options.all())

    @cached_property
    def letters(self) -> dict[str, str]:
        """Letters of the options by uid."""
        return {str(option.uid): letter for letter, option in zip(LETTERS, self.options, strict=False)}

    @cached_property
    def remarks(self) -> list[Remark]:
        """The rules that hold now."""
        return remarks_of(self.statistic)

    @property
    def badge(self) -> Badge:
        """Where the question stands."""
        if self.version.status == Status.WITHDRAWN:
            return Badge("bad", "circle-slash", _(Status.WITHDRAWN.label))
        states = {flag.state for flag in self.flags}
        state = next((state for state in STATES if state in states), None)
        if state is None:
            return Badge("ok", "check", gettext_lazy("Nothing to review"))
        return Badge(*STATES[state], _(FlagState(state).label))

    @property
    def stem(self) -> SafeString:
        """The stem as learners see it."""
        return safe(self._asked["stem"])

    @property
    def _asked(self) -> Content:
        return self._content[0]

    @cached_property
    def _content(self) -> tuple[Content, Content]:
        return content_of(self.version.pk)

    @cached_property
    def explained(self) -> ExplainedCard:
        """Why each option is right or wrong, as learners are told; what this person chose is marked."""
        order = [option.pk for option in self.options]
        return explained_card(*self._content, order, chosen=self._chosen)

    @cached_property
    def rows(self) -> list[OptionRow]:
        """The option table."""
        return option_rows(self.options, self._asked["options"], self.statistic, self.remarks)

    @property
    def stats(self) -> list[Stat]:
        """The strip of numbers."""
        statistic = self.statistic
        n = statistic.n if statistic else 0
        first = Stat(_("First answers"), str(n), more=_missing(n))
        if statistic is None or statistic.stage is Stage.COLLECTING:
            return [first]
        working = sum(bool(option.functioning) for option in statistic.distractors)
        others = _("of %(n)d") % {"n": len(statistic.distractors)}
        kept = self._kept[self.version.lineage_id or self.version.pk]
        return [
            first,
            Stat(_("Right first time"), percent(statistic.p), percents(statistic.p_interval)),
            Stat(
                _("Discrimination"),
                signed(statistic.r) or "–",
                verdict_of(statistic.r),
                signeds(statistic.r_interval),
            ),
            Stat(_("Working wrong options"), str(working), others),
            Stat(_("Median time"), seconds(kept.time) or "–"),
        ]

    @cached_property
    def lines(self) -> list[Line]:
        """The trace of each option."""
        if self.statistic is None or self.statistic.stage is Stage.COLLECTING:
            return []
        return lines_of(self.options, self.statistic)

    @property
    def plot(self) -> SafeString:
        """Who chooses what."""
        return trace_plot(self.lines)

    @property
    def traces(self) -> list[tuple[str, bool, list[str]]]:
        """The same as rows of a table: letter, whether it is the key, shares."""
        return [(line.letter, line.is_key, [percent(share) or "–" for share in line.shares]) for line in self.lines]

    @property
    def styles(self) -> list[str]:
        """How each line is drawn."""
        return style_of(self.lines)

    @property
    def points(self) -> list[Point]:
        """What this says."""
        points = points_of(self.statistic, self.remarks, self.flags, self.letters)
        kept = self._kept.get(self.version.lineage_id or self.version.pk)
        if kept and kept.data.get("basis", {}).get("adaptive"):
            text = _("That blurs every correlation: no finding is more than of medium gravity.")
            points.append(Point("n", _("Many of these questions were chosen to fit the learner."), text))
        return points

    @property
    def lint(self) -> list[Shown]:
        """What the rules of wording say about this version."""
        return lint_of(self.version)

    @cached_property
    def history(self) -> list[Entry]:
        """What was decided."""
        return history_of(self.question, self._all_letters)

    @property
    def withdrawn_by(self) -> str:
        """Who withdrew the question, where its history says so."""
        return next((entry.who for entry in self.history if entry.decision == Decision.WITHDRAW), "")

    @property
    def _all_letters(self) -> dict[str, str]:
        """Letters of options of this wording and of the one before, where they are gone."""
        older = list(self.before.options.all()) if self.before else []
        return {str(option.uid): letter for letter, option in zip(LETTERS, older, strict=False)} | self.letters

    @property
    def revision(self) -> Revision | None:
        """Before and after the last revision."""
        if self.before is None:
            return None
        statistics = {version.pk: self._statistic_of(version) for version in (self.before, self.version)}
        flagged = {str(flag.option_uid) for flag in self._known if flag.option_uid}
        return revision_of(self.before, self.version, statistics, flagged)

    @cached_property
    def solve(self) -> BlindSolve | None:
        """This person's own answer to the wording, or that they had the key shown without one."""
        line = self.version.lineage_id or self.version.pk
        about = Q(version=line) | Q(version__lineage=line)
        return BlindSolve.objects.filter(about, by=self.person).order_by("-version__number").first()

    @property
    def _chosen(self) -> set[int]:
        """The options of this wording that they chose."""
        return set(self.solve.chosen) if self.solve and self.solve.version_id == self.version.pk else set()

    @property
    def solved_with(self) -> str:
        """The letters that they chose, in words."""
        chosen = self._chosen
        return letters_of(self.options, lambda option: option.pk in chosen)

    @property
    def key_letters(self) -> str:
        """The letters of the key, in words."""
        return letters_of(self.options, lambda option: option.is_key)


def _missing(n: int) -> str:
    more = until_reported(n)
    if not more:
        return ""
    return ngettext(
        "about %(n)d more answer until this can be judged",
        "about %(n)d more answers until this can be judged",
        more,
    ) % {"n": more}
