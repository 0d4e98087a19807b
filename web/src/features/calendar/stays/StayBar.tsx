import Box from "@mui/material/Box";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { notedStatus } from "../shared/status.ts";
import { isoOf } from "../shared/stay/stay-days.ts";
import type { Bar, Days } from "./lodging-layout.ts";
import { comesHere, familyOf, isDone, leavesHere, petsOf, spoken } from "./stay-look.ts";
import type { StayDrag } from "./useStayDrag.ts";

export const LANE = 38;
type Props = { bar: Bar; days: Days; unitName: string; drag: StayDrag; waiting: boolean; open: boolean; onOpen: () => void };

/** The pets of a stay in one unit: from when they come to when they leave. */
export const StayBar = ({ bar, days, unitName, drag, waiting, open, onOpen }: Props) => {
  const format = useFormat();
  const { card } = bar;
  const [from, to] = [Math.max(0, bar.from), Math.min(days.count, bar.to)];
  const share = (part: number): string => `${(part / days.count) * 100}%`;
  const tone = card.colorCode || "var(--ll-palette-primary-main)";
  const noted = notedStatus(card.status);
  const movesIn = !comesHere(card);
  const movesOn = !leavesHere(card);
  return (
    <Box
      component="button"
      type="button"
      className="stay"
      data-stay={card.appointmentId}
      data-from={isoOf(card.startDate)}
      // The calendar is one stop; arrows go to the stays in it.
      tabIndex={-1}
      aria-current={open || undefined}
      aria-label={spoken(card, unitName, format)}
      onPointerDown={drag.onBar(bar, { start: !movesIn && bar.from >= 0, end: !movesOn && bar.to <= days.count })}
      onClick={onOpen}
      style={{ left: share(from), width: `calc(${share(to - from)} - 3px)`, top: 4 + bar.lane * LANE }}
      sx={{
        position: "absolute",
        height: LANE - 4,
        px: 1,
        py: "1px",
        border: 1,
        borderColor: `color-mix(in srgb, ${tone} 35%, transparent)`,
        borderRight: movesOn ? `2px dashed ${tone}` : undefined,
        borderRadius: movesOn ? "8px 0 0 8px" : movesIn ? "0 8px 8px 0" : "8px",
        bgcolor: `color-mix(in srgb, ${tone} 13%, var(--ll-palette-background-paper))`,
        boxShadow: `inset 3px 0 ${tone}`,
        color: "text.primary",
        font: "inherit",
        lineHeight: "15px",
        textAlign: "left",
        overflow: "hidden",
        whiteSpace: "nowrap",
        cursor: "grab",
        opacity: waiting || isDone(card) ? 0.55 : 1,
        ...(open && { outline: "2px solid", outlineColor: "primary.main", zIndex: 1 }),
        "&:focus-visible": { outline: "2px solid", outlineColor: "primary.main", zIndex: 2 },
        display: "flex",
        alignItems: "center",
        gap: 0.75,
        containerType: "inline-size",
        "& .who": { flex: 1, minWidth: 0, "& b, & small": { overflow: "hidden", textOverflow: "ellipsis" } },
        "& .chip, & .dot": { flex: "none", borderRadius: 99 },
        "& .chip": { px: 0.75, fontSize: "0.7rem", fontWeight: 600, lineHeight: "16px" },
        "& .dot": { position: "absolute", top: 4, right: 4, width: 8, height: 8, display: "none" },
        // Where the word has no room, a mark of its color.
        "@container (max-width: 130px)": { "& .chip": { display: "none" }, "& .dot": { display: "block" }, "& .dotted": { pr: 1 } },
        // Carried over what is in the way: in words that whatever lies under them does not blur.
        "&[data-warning]": {
          bgcolor: "color-mix(in srgb, var(--ll-palette-error-main) 20%, var(--ll-palette-background-paper))",
          outline: "2px solid",
          outlineColor: "error.main",
        },
        "&[data-warning]::after": { content: "attr(data-warning)", order: -1, fontWeight: 600, fontSize: "0.72rem", color: "error.main" },
        "& b": { display: "block", fontWeight: 600, fontSize: "0.8rem" },
        "& small": { display: "block", fontSize: "0.7rem", color: "text.secondary" },
      }}
    >
      <span className={noted ? "who dotted" : "who"}>
        <b>{petsOf(card)}</b>
        <small>
          {familyOf(card)}
          {movesOn && ` · moves on ${format.shortDay(card.endDate)}`}
        </small>
      </span>
      {noted && (
        <>
          <Box component="span" className="chip" sx={{ color: `tone.${noted.tone}.main`, bgcolor: `tone.${noted.tone}.soft` }}>
            {noted.label}
          </Box>
          <Box component="span" className="dot" sx={{ bgcolor: `tone.${noted.tone}.main` }} />
        </>
      )}
    </Box>
  );
};
