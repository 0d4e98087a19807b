import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { type CSSProperties, useMemo } from "react";
import { EmptyState } from "../../../../ui/feedback/EmptyState.tsx";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { ScrollBox } from "../../../../ui/page/ScrollBox.tsx";
import type { CardLook } from "../../shared/card-look.ts";
import { fullName } from "../../shared/columns.tsx";
import { staffTone } from "../../shared/staff-tone.ts";
import type { CalendarCard, CalendarStaff } from "../../shared/types.ts";
import type { MoreItem } from "../bar/CalendarMenus.tsx";
import { cardKey } from "../card/card-keys.ts";
import { CareCell } from "../care/CareStrip.tsx";
import { useCareDays } from "../care/useCareDays.ts";
import { ColumnMenu } from "../parts.tsx";
import { ListRow } from "./ListRow.tsx";
import { overLast } from "./over-last.ts";

type Props = {
  span: { from: string; to: string };
  today: string;
  cards: CalendarCard[];
  staff: CalendarStaff[];
  look: CardLook;
  /** Colors that mean something else than staff. */
  colour: ((card: CalendarCard) => CSSProperties) | undefined;
  /** Of those that are being picked, which are; undefined while none are. */
  picked: ReadonlySet<string> | undefined;
  /** What else can be done here; on a phone. */
  more: readonly MoreItem[] | undefined;
  onOpen: (card: CalendarCard) => void;
  onBook: (() => void) | undefined;
};

/** The agenda; on a phone also the day. */
export const ListView = ({ span, today, cards, staff, look, colour, picked, more, onOpen, onBook }: Props) => {
  const format = useFormat();
  const care = useCareDays(span, today);
  const single = span.from === span.to;
  const days = useMemo(() => {
    const byDay = Map.groupBy(cards, (card) => card.date);
    // Of several days those with daycare or boarding alone are among them; a single one has that above it.
    const cared = single
      ? []
      : [...care].flatMap(([day, { daycarePets, boardingPets, leavingPets }]) =>
          daycarePets + boardingPets + leavingPets > 0 ? [day] : [],
        );
    return [...new Set([...byDay.keys(), ...cared])].sort().map((day) => [day, byDay.get(day) ?? []] as const);
  }, [cards, care, single]);
  const inOrder = (day: string, list: CalendarCard[]) => (single && day === today ? overLast(list) : list);
  const who = useMemo(
    () => new Map(staff.map((one, index) => [one.staffId, { name: fullName(one), tone: staffTone(one, index) }])),
    [staff],
  );
  if (days.length === 0)
    return (
      <EmptyState
        icon="calendar"
        title={single ? "Nothing booked on this day" : "Nothing booked on these days"}
        text="The day's appointments appear here in order."
      >
        {onBook && (
          <Button variant="contained" color="primary" onClick={onBook}>
            Book an appointment
          </Button>
        )}
      </EmptyState>
    );
  return (
    <ScrollBox>
      <Box sx={{ maxWidth: 860, mx: "auto", p: { xs: 1.5, md: 2.5 }, display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 2 }}>
        {days.map(([day, list], nth) => (
          <Box component="section" key={day} aria-label={format.longDay(day)}>
            {(!single || more) && (
              <Box sx={{ display: "flex", alignItems: "center", mb: 1 }}>
                <Typography variant="h3" component="h2" sx={{ flex: 1, color: day === today ? "primary.main" : undefined }}>
                  {day === today ? "Today" : format.longDay(day)}
                </Typography>
                {more && nth === 0 && <ColumnMenu label="More options" items={more} />}
              </Box>
            )}
            {!single && <CareCell date={day} span={span} today={today} line />}
            <Box sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: 0.75 }}>
              {inOrder(day, list).map((card) => (
                <ListRow
                  key={cardKey(card)}
                  card={card}
                  look={look}
                  style={colour?.(card)}
                  who={who.get(card.staffId)}
                  picked={picked?.has(card.appointmentId)}
                  onOpen={onOpen}
                />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </ScrollBox>
  );
};
