import type { Format } from "../../../../ui/format/useFormat.ts";
import type { CardLook } from "../../shared/card-look.ts";
import { bareTime, cardWords, familyName, isSession, requestWord } from "../../shared/card-text.ts";
import type { linesFor } from "../../shared/layout.ts";
import { addressIn, type Sign } from "../../shared/signs/card-signs.ts";
import { SignMarks } from "../../shared/signs/SignMarks.tsx";
import { cardPayment, notedStatus } from "../../shared/status.ts";
import type { CalendarCard } from "../../shared/types.ts";

type LinesProps = { card: CalendarCard; look: CardLook; format: Format; show: ReturnType<typeof linesFor>; signs: readonly Sign[] };
/** What an appointment's card says, as far as its height allows. */
export const VisitLines = ({ card, look, format, show, signs }: LinesProps) => {
  const special = [card.overbooked && "overbooked", card.outOfHours && "out of hours"].filter(Boolean).join(", ");
  const money = cardPayment(card);
  const noted = notedStatus(card.appointmentStatus);
  const dot = noted && !show.state && <i className="dot" style={{ background: `var(--ll-palette-tone-${noted.tone}-main)` }} />;
  const begin = bareTime(format.minutes(card.startTime));
  const time = (
    <span className="t">
      {show.oneLine && dot}
      {look.time && (
        <span>
          {begin}
          {!show.oneLine && <span className="end">{` – ${bareTime(format.minutes(card.endTime))}`}</span>}
        </span>
      )}
      {!show.oneLine && (
        <span>
          {dot} <SignMarks signs={signs} />{" "}
          {money && (
            <>
              {money.mark}
              <span className="word"> {money.label.toLowerCase()}</span>
            </>
          )}
        </span>
      )}
    </span>
  );
  const { first, title, pets, service, price } = cardWords(card, look, format, familyName);
  const asked = requestWord(card).toLowerCase();
  const paid = [price, service, addressIn(signs)].filter(Boolean).join(" · ");
  return (
    <>
      {time}
      <span className="n" style={{ display: "block" }}>
        {card.alertNotes && <span className="alert">⚠ </span>}
        {first && <span className="first">{first} </span>}
        {title}
        {asked ? ` · ${asked}` : isSession(card) ? " · class" : card.customerInfo?.isNewClient ? " · new" : ""}
      </span>
      {show.oneLine && <SignMarks signs={signs} />}
      {show.pets && pets && (
        <span className="s" style={{ display: "block" }}>
          {pets}
          {card.pets.length === 1 && card.pets[0]?.breed ? ` · ${card.pets[0].breed}` : ""}
        </span>
      )}
      {show.service && paid && (
        <span className="s" style={{ display: "block" }}>
          {paid}
        </span>
      )}
      {show.state && card.alertNotes && <span className="s alert">{card.alertNotes}</span>}
      {show.comment && look.comment && card.ticketComments && (
        <span className="s" style={{ display: "block" }}>
          {card.ticketComments}
        </span>
      )}
      {show.state && (
        <span className="f">
          {noted && (
            <span
              className="chip"
              style={{ color: `var(--ll-palette-tone-${noted.tone}-main)`, background: `var(--ll-palette-tone-${noted.tone}-soft)` }}
            >
              {noted.label}
            </span>
          )}
          {special && (
            <span className="chip" style={{ color: "var(--ll-palette-tone-warn-main)", background: "var(--ll-palette-tone-warn-soft)" }}>
              {special}
            </span>
          )}
        </span>
      )}
    </>
  );
};
