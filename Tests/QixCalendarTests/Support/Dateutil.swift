import Foundation
import QixTesting
import Testing

/// python-dateutil, which was written by others from the same RFC.
enum Dateutil {
  struct Answer: Codable {
    /// As dateutil says it.
    let plain: [String]
    /// As the RFC has it where dateutil is known to differ; the same elsewhere.
    let decided: [String]
    /// Why they may differ: the names of `Dateutil.oracle`.
    let classes: [String]
  }

  /// - Parameter cases: rule, start and end, each without blanks.
  static func answers(_ cases: [String]) throws -> [Answer] {
    let file = NSTemporaryDirectory() + "qix-rules-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(cases.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
    let output = try Tool.python(["-c", oracle, file]).output
    return try output.split(separator: "\n").map { try JSONDecoder().decode(Answer.self, from: Data($0.utf8)) }
  }

  /// Of each rule what dateutil says, and what is decided where it is known to differ from the RFC. There it is asked
  /// another question whose answer is beyond doubt; nothing of the program's own is in it. The classes:
  ///
  /// - `weekday-of-weeks`: weeks without a day. dateutil takes all seven; the RFC takes from DTSTART what a rule doesn't
  ///   say, and a week lacks its day as in FREQ=WEEKLY.
  /// - `each-and-nth`: days with and without a number (`MO,1TU`). dateutil takes those alone that are both; in the RFC a
  ///   list's elements add up.
  /// - `no-such-day`: a sixth Monday of a month and the like. dateutil stops with an IndexError; no month has one.
  /// - `weeks-at-year-ends`: dateutil counts the weeks of the year before by this year's length, and doesn't look at
  ///   negative numbers of the next year's first week. Asked here without BYWEEKNO; the week of each day is the one that
  ///   ISO 8601 gives, from WKST.
  /// - `set-of-the-first-week`: dateutil begins the first week's set at DTSTART; the RFC: "A set of recurrence instances
  ///   starts at the beginning of the interval". Asked here from that beginning.
  private static let oracle = #"""
    import datetime as dt, itertools, json, sys
    from dateutil.rrule import rrulestr
    DAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    MOST = 60

    def ask(parts, start, until):
        parts = {**parts, "UNTIL": until.strftime("%Y%m%dT%H%M%S")}
        count = int(parts.pop("COUNT", 10**9))
        dt.MAXYEAR = until.year  # where nothing is ever found it looks no further
        try:
            times = rrulestr(";".join(f"{k}={v}" for k, v in parts.items()), dtstart=start)
            yield from itertools.islice(times, count)
        except ValueError as error:  # it says so where nothing can be found
            assert "empty set" in str(error) or "Invalid combination" in str(error), error

    def week(day, first):
        fourth = day - dt.timedelta(days=(day.weekday() - first) % 7 - 3)
        last = dt.date(fourth.year, 12, 31).timetuple().tm_yday
        yday = fourth.timetuple().tm_yday
        return (yday - 1) // 7 + 1, -((last - yday) // 7 + 1)

    def filled(parts, start):
        own = {"BYHOUR": start.hour, "BYMINUTE": start.minute, "BYSECOND": start.second}
        return {**{k: str(v) for k, v in own.items()}, **parts}

    def decided(rule, start, until):
        parts = dict(part.split("=") for part in rule.split(";"))
        first, classes = DAYS.index(parts.get("WKST", "MO")), []
        days = parts.get("BYDAY", "").split(",")
        most = 5 if parts["FREQ"] == "MONTHLY" or "BYMONTH" in parts else 53
        if any(abs(int(d[:-2] or 0)) > most for d in days):
            classes.append("no-such-day")
            days = [d for d in days if abs(int(d[:-2] or 0)) <= most]
            parts["BYDAY"] = ",".join(days)
            if not days:
                return [], classes
        if any(d[:-2] for d in days) and not all(d[:-2] for d in days):
            classes.append("each-and-nth")
            days = [e for d in days for e in ([d] if d[:-2] else [f"{n}{d}" for n in range(1, most + 1)])]
            parts["BYDAY"] = ",".join(days)
        if "BYWEEKNO" in parts:
            if not {"BYDAY", "BYMONTHDAY", "BYYEARDAY"} & parts.keys():
                classes.append("weekday-of-weeks")
                parts["BYDAY"] = DAYS[start.weekday()]
            classes.append("weeks-at-year-ends")
            weeks = {int(n) for n in parts.pop("BYWEEKNO").split(",")}
            places = [int(n) for n in parts.pop("BYSETPOS", "").split(",") if n]
            count = int(parts.pop("COUNT", 10**9))
            parts = filled(parts, start)
            found = []
            times = ask(parts, dt.datetime(start.year, 1, 1), dt.datetime(until.year, 12, 31, 23, 59, 59))
            times = (t for t in times if weeks & set(week(t.date(), first)))
            for _, year in itertools.groupby(times, lambda t: t.year):
                year = list(year)
                if places:
                    taken = {n - 1 if n > 0 else len(year) + n for n in places}
                    year = [t for n, t in enumerate(year) if n in taken]
                found += [t for t in year if start <= t]
            return [t for t in found[:count] if t < until][:MOST], classes
        if parts["FREQ"] == "WEEKLY" and "BYSETPOS" in parts:
            classes.append("set-of-the-first-week")
            count = int(parts.pop("COUNT", 10**9))
            parts = {"BYDAY": DAYS[start.weekday()], **filled(parts, start)}
            begin = dt.datetime.combine(start.date(), dt.time()) - dt.timedelta(days=(start.weekday() - first) % 7)
            times = (t for t in ask(parts, begin, until) if t >= start)
            return [t for t in itertools.islice(times, min(MOST, count)) if t < until], classes
        times = ask(parts, start, until)
        return [t for t in itertools.islice(times, MOST) if t < until], classes

    for line in open(sys.argv[1]):
        rule, *times = line.split()
        start, until = (dt.datetime.fromisoformat(t) for t in times)
        plain = ask(dict(part.split("=") for part in rule.split(";")), start, until)
        try:
            plain = [t for t in itertools.islice(plain, MOST) if t < until]
        except IndexError:
            plain = [dt.datetime.max]  # no-such-day
        right, classes = decided(rule, start, until)
        text = lambda found: [t.isoformat() + "Z" for t in found]
        print(json.dumps({"plain": text(plain), "decided": text(right), "classes": classes}))
    """#
}
