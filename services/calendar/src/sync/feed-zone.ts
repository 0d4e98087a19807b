// Whoever repeats by the clock on the wall says what that clock does (RFC 5545, 3.6.5).

const pad = (n: number, length = 2): string => String(Math.abs(n)).padStart(length, "0");

/** A local time as iCalendar writes it. */
export const icalTime = (at: Temporal.PlainDateTime): string =>
  `${pad(at.year, 4)}${pad(at.month)}${pad(at.day)}T${pad(at.hour)}${pad(at.minute)}${pad(at.second)}`;

function offset(nanoseconds: number): string {
  const minutes = Math.trunc(nanoseconds / 60_000_000_000);
  return `${minutes < 0 ? "-" : "+"}${pad(Math.trunc(minutes / 60))}${pad(minutes % 60)}`;
}

type Change = { readonly at: Temporal.PlainDateTime; readonly from: number; readonly to: number };

/** What the clock shows from a day on, and each change of it until another. */
function changesOf(zone: string, from: string, to: string): Change[] {
  let now = Temporal.PlainDate.from(from).toZonedDateTime(zone);
  const changes: Change[] = [{ at: now.toPlainDateTime(), from: now.offsetNanoseconds, to: now.offsetNanoseconds }];
  const end = Temporal.PlainDate.from(to).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
  for (let next = now.getTimeZoneTransition("next"); next && next.epochMilliseconds <= end; next = next.getTimeZoneTransition("next")) {
    const before = now.offsetNanoseconds;
    // As the clock before it says the moment.
    const at = next.toInstant().toZonedDateTimeISO("UTC").toPlainDateTime().add({ nanoseconds: before });
    changes.push({ at, from: before, to: next.offsetNanoseconds });
    now = next;
  }
  return changes;
}

/** A zone as far as a feed reaches, for readers who go by it. */
export function zoneOfFeed(zone: string, from: string, to: string): string {
  const changes = changesOf(zone, from, to);
  const usual = Math.min(...changes.map((one) => one.to));
  const parts = changes.flatMap(({ at, ...shift }) => {
    const name = shift.to > usual ? "DAYLIGHT" : "STANDARD";
    return [
      `BEGIN:${name}`,
      `DTSTART:${icalTime(at)}`,
      `TZOFFSETFROM:${offset(shift.from)}`,
      `TZOFFSETTO:${offset(shift.to)}`,
      `END:${name}`,
    ];
  });
  return ["BEGIN:VTIMEZONE", `TZID:${zone}`, ...parts, "END:VTIMEZONE"].join("\n");
}
