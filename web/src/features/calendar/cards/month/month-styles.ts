import { styled } from "@mui/material/styles";
import { lineStyles } from "../card/line-styles.ts";

/** One stylesheet for the month: its days and lines are plain elements with class names, as in the week. */
export const MonthRoot = styled("div")(({ theme }) => {
  const p = (theme.vars ?? theme).palette;
  const round = { font: "inherit", color: "inherit", background: "none", border: 0, cursor: "pointer" };
  return {
    flex: 1,
    overflow: "auto",
    background: p.background.paper,
    fontVariantNumeric: "tabular-nums",
    display: "grid",
    gridTemplateColumns: "repeat(7, minmax(0, 1fr))",
    [theme.breakpoints.up("md")]: { gridTemplateColumns: "repeat(7, minmax(110px, 1fr))" },
    // A week is as high as its fullest day, whatever room the window has.
    alignContent: "start",
    gridAutoRows: "min-content",
    "& .weekday": {
      ...theme.typography.overline,
      color: p.text.tertiary,
      padding: "6px 8px",
      borderBottom: `1px solid ${p.line}`,
      position: "sticky",
      top: 0,
      zIndex: 2,
      background: p.background.paper,
    },
    "& .date": {
      borderRight: `1px solid ${p.lineSoft}`,
      borderBottom: `1px solid ${p.lineSoft}`,
      padding: 4,
      minWidth: 0,
      minHeight: 112,
      display: "flex",
      flexDirection: "column",
      gap: 2,
    },
    "& .date.out": { background: p.background.default },
    "& .number": { ...round, alignSelf: "flex-start", padding: "1px 6px", borderRadius: 6, fontWeight: 550, fontSize: "0.92rem" },
    "& .out .number": { color: p.text.tertiary },
    "& .date.today .number": { fontWeight: 700, color: p.primary.contrastText, background: p.primary.main },
    "& .date .care": { padding: "0 6px", fontSize: "0.85rem", color: p.text.tertiary },
    "& .more": { ...round, alignSelf: "flex-start", padding: "2px 6px", fontSize: "0.85rem", color: p.primary.main, fontWeight: 600 },
    "& .number:focus-visible, & .more:focus-visible": { outline: `2px solid ${p.primary.main}` },
    ...lineStyles(theme),
    "& .line": { ...lineStyles(theme)["& .line"], height: 22, gap: 4, padding: "0 5px", borderLeftWidth: 3, fontSize: "0.92rem" },
  };
});
