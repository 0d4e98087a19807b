import type { Theme } from "@mui/material/styles";

/** A card in one line, in the week and in the month. */
export const lineStyles = (theme: Theme) => {
  const p = (theme.vars ?? theme).palette;
  return {
    "& .line": {
      position: "relative",
      display: "flex",
      flex: "none",
      gap: 6,
      alignItems: "center",
      height: 25,
      width: "100%",
      overflow: "hidden",
      containerType: "inline-size",
      font: "inherit",
      textAlign: "left",
      color: p.text.primary,
      background: "var(--cs)",
      border: 0,
      borderLeft: "4px solid var(--c)",
      borderRadius: 6,
      padding: "0 6px",
      cursor: "pointer",
      userSelect: "none",
      touchAction: "manipulation",
      WebkitTouchCallout: "none",
    },
    "& .line[data-held]": { boxShadow: theme.shadows[4] },
    "&.compact .line": { height: 20, fontSize: "0.92rem" },
    "& .line:hover": { boxShadow: theme.shadows[2] },
    "& .line:focus-visible, & .line.open": { outline: `2px solid ${p.primary.main}`, zIndex: 1 },
    "& .line .t": { color: p.text.secondary, fontSize: "0.885rem", flex: "none" },
    "& .line .n": { fontWeight: 620, flex: "0 1 auto", minWidth: 44, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" },
    "& .line .alert": { color: p.tone.warn.main },
    "& .line .s": {
      flex: "1 2 0",
      minWidth: 0,
      textAlign: "left",
      color: p.text.secondary,
      fontSize: "0.85rem",
      overflow: "hidden",
      textOverflow: "ellipsis",
      whiteSpace: "nowrap",
    },
    "@container (max-width: 118px)": { "& .s": { display: "none" } },
    "& .line.done": {
      background: `color-mix(in srgb, var(--cs) 45%, ${p.background.paper})`,
      borderLeftColor: "color-mix(in srgb, var(--c) 45%, transparent)",
    },
    "& .line.done .n, & .line.done .t, & .line.done .s": { color: p.text.tertiary },
    "& .line.block": {
      background: `var(--b, ${p.background.default})`,
      border: `1px dashed var(--be, ${p.edge})`,
      color: p.text.secondary,
    },
    "& .line.request": { background: p.background.paper, border: "1.5px dashed var(--c)" },
    "& .line.stripe:not(.block)": { background: p.background.paper, boxShadow: `inset 0 0 0 1px ${p.line}` },
    "& .line.waiting": { opacity: 0.6 },
    "& .line.ghost": { boxShadow: theme.shadows[4], outline: `1px dashed ${p.primary.main}`, pointerEvents: "none" },
    "& .line.planned": { background: p.tone.accent.soft, border: `2px dashed ${p.primary.main}`, pointerEvents: "none" },
  } as const;
};
