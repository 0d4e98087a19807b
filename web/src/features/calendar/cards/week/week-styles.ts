import { styled } from "@mui/material/styles";
import { lineStyles } from "../card/line-styles.ts";

/** One stylesheet for the week: its lines are plain elements with class names, as in the day's grid. */
export const WeekRoot = styled("div")(({ theme }) => {
  const p = (theme.vars ?? theme).palette;
  const line = { borderBottom: `1px solid ${p.line}`, borderRight: `1px solid ${p.lineSoft}` };
  return {
    flex: 1,
    minHeight: 0,
    overflow: "auto",
    background: p.background.paper,
    fontVariantNumeric: "tabular-nums",
    "& .week": { display: "grid", gridTemplateColumns: "152px repeat(7, minmax(124px, 1fr))", minWidth: "min-content" },
    "& .day": { ...line, position: "sticky", top: 0, zIndex: 3, background: p.background.paper, padding: 0, minWidth: 0 },
    "& .day button": {
      font: "inherit",
      color: "inherit",
      background: "none",
      border: 0,
      padding: "9px 10px",
      width: "100%",
      textAlign: "left",
      cursor: "pointer",
    },
    "& .day .care": { padding: "0 10px 8px", boxSizing: "content-box" },
    "& .day b": { fontWeight: 650, marginRight: 6, whiteSpace: "nowrap" },
    "& .day small, & .who small": { color: p.text.tertiary, fontSize: "0.885rem" },
    "& .day.today b": { color: p.primary.main },
    "& .corner": { left: 0, zIndex: 5 },
    "& .who": {
      ...line,
      position: "sticky",
      left: 0,
      zIndex: 2,
      display: "flex",
      gap: 8,
      padding: 10,
      background: p.background.paper,
      minWidth: 0,
    },
    "& .who .words": { minWidth: 0 },
    "& .who b": { display: "block", fontWeight: 620, lineHeight: 1.25, overflow: "hidden", textOverflow: "ellipsis" },
    "& .cell": { ...line, display: "flex", flexDirection: "column", gap: 2, padding: "4px 5px", minHeight: 96, minWidth: 0 },
    "& .cell.books": { cursor: "cell" },
    "& .cell.today": { background: `color-mix(in srgb, ${p.tone.accent.soft} 40%, ${p.background.paper})` },
    "& .cell.off": {
      background: `repeating-linear-gradient(135deg, ${p.hatch} 0 5px, transparent 5px 10px), ${p.background.default}`,
    },
    ...lineStyles(theme),
    // As wide as the longest time, so that names stand below each other.
    "& .line .t": { ...lineStyles(theme)["& .line .t"], minWidth: "2.8em" },
    "& .free": {
      marginTop: "auto",
      alignSelf: "flex-start",
      font: "inherit",
      fontSize: "0.85rem",
      color: p.text.tertiary,
      background: "none",
      border: 0,
      padding: "3px 6px",
      borderRadius: 6,
    },
    "& button.free": { cursor: "pointer" },
    "& button.free:hover, & button.free:focus-visible": { color: p.primary.main, background: p.tone.accent.soft },
  };
});
