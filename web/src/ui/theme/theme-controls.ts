import type { Components, Theme } from "@mui/material/styles";
import type { ToneName } from "./theme-types.ts";
import { radius } from "./tokens.ts";

const phone = (theme: Omit<Theme, "components">): string => theme.breakpoints.down("md");

const tone = (theme: Omit<Theme, "components">, name: ToneName) => {
  const { main, soft } = (theme.vars ?? theme).palette.tone[name];
  return { color: main, backgroundColor: soft, "& .MuiAlert-icon": { color: main } };
};

const SEVERITY = { error: "bad", warning: "warn", success: "ok", info: "info" } as const;

/** How MUI's components look here. Sizes: 32 px controls on a desk, 44 px targets on a phone. */
export const controls: Components<Omit<Theme, "components">> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      // 13/16 and 15/16 of what the person set their browser to.
      html: { fontSize: "81.25%", [phone(theme)]: { fontSize: "93.75%" } },
      body: { WebkitFontSmoothing: "antialiased", overscrollBehaviorY: "none", overflowWrap: "break-word" },
      "#root": { minHeight: "100dvh" },
      ":focus-visible": { outline: `2px solid ${theme.vars?.palette.primary.main}`, outlineOffset: 2 },
      // On paper an open drawer is the page: a receipt, not the calendar behind it nor what one could press.
      "@media print": {
        "body:has(> .MuiDrawer-modal) > #root": { display: "none" },
        ".MuiDrawer-modal": { position: "static !important" },
        ".MuiDrawer-modal > .MuiBackdrop-root, .MuiDrawer-paper button, .MuiDrawer-paper form, .notistack-SnackbarContainer": {
          display: "none !important",
        },
        ".MuiDrawer-modal > .MuiDrawer-paper": { position: "static", width: "100% !important", height: "auto", boxShadow: "none" },
        ".MuiDrawer-modal > .MuiDrawer-paper, .MuiDrawer-paper > *": { overflow: "visible !important" },
      },
      "@media (prefers-reduced-motion: reduce)": {
        "*, *::before, *::after": { transitionDuration: "0.01ms !important", animationDuration: "0.01ms !important" },
      },
    }),
  },
  // A name or an amount that is written larger heads nothing: what is a heading says so where it stands.
  MuiTypography: { defaultProps: { variantMapping: { subtitle1: "p", subtitle2: "p" } } },
  MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { font: "inherit" } } },
  MuiButton: {
    defaultProps: { disableElevation: true, color: "secondary", variant: "outlined" },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 32,
        padding: "0 12px",
        borderRadius: radius.control,
        fontWeight: 550,
        whiteSpace: "nowrap",
        minWidth: 0,
        [phone(theme)]: { minHeight: 44, padding: "0 16px" },
      }),
      outlined: ({ theme }) => ({
        borderColor: (theme.vars ?? theme).palette.line,
        backgroundColor: (theme.vars ?? theme).palette.background.paper,
        "&:hover": { borderColor: (theme.vars ?? theme).palette.edge, backgroundColor: (theme.vars ?? theme).palette.lineSoft },
      }),
      sizeLarge: ({ theme }) => ({
        minHeight: 38,
        padding: "0 18px",
        [phone(theme)]: { minHeight: 50, fontSize: "1.06rem", borderRadius: 14 },
      }),
      sizeSmall: { minHeight: 28, padding: "0 9px" },
    },
    variants: [
      {
        props: { variant: "outlined", color: "secondary" },
        style: ({ theme }) => ({ color: (theme.vars ?? theme).palette.text.primary }),
      },
      {
        props: { variant: "contained", color: "primary" },
        style: ({ theme }) => ({ fontWeight: 620, "&:hover": { backgroundColor: (theme.vars ?? theme).palette.primary.dark } }),
      },
    ],
  },
  MuiIconButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        width: 32,
        height: 32,
        padding: 0,
        borderRadius: radius.control,
        color: (theme.vars ?? theme).palette.text.secondary,
        [phone(theme)]: { width: 44, height: 44 },
      }),
    },
  },
  MuiTextField: { defaultProps: { size: "small", fullWidth: true, variant: "outlined" } },
  MuiFormControl: { defaultProps: { size: "small", fullWidth: true } },
  MuiSelect: { defaultProps: { size: "small" } },
  MuiOutlinedInput: {
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: (theme.vars ?? theme).palette.background.paper,
        minHeight: 36,
        [phone(theme)]: { minHeight: 48, fontSize: 16 },
        "& .MuiOutlinedInput-notchedOutline": { borderColor: (theme.vars ?? theme).palette.edge },
      }),
      input: { padding: "8px 12px", height: "1.45em" },
      multiline: { padding: 0 },
    },
  },
  MuiInputLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        fontSize: "1rem",
        // The taller fields of a phone: the resting label sits in their middle.
        [phone(theme)]: { "&.MuiInputLabel-outlined:not(.MuiInputLabel-shrink)": { transform: "translate(14px, 14px) scale(1)" } },
      }),
    },
  },
  MuiCheckbox: { defaultProps: { size: "small" }, styleOverrides: { root: { padding: 5 } } },
  MuiAlert: {
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        borderRadius: radius.card,
        padding: "4px 12px",
        fontSize: "1rem",
        ...tone(theme, SEVERITY[ownerState.severity ?? "success"]),
      }),
    },
  },
  MuiFormHelperText: { styleOverrides: { root: { marginLeft: 2 } } },
  MuiPaper: { styleOverrides: { root: { backgroundImage: "none" } } },
  MuiCard: {
    defaultProps: { variant: "outlined" },
    styleOverrides: { root: ({ theme }) => ({ borderRadius: radius.card, borderColor: (theme.vars ?? theme).palette.line }) },
  },
  MuiDialog: {
    styleOverrides: { paper: { borderRadius: 14 } },
    defaultProps: { fullWidth: true, maxWidth: "xs" },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: "1.2rem", fontWeight: 650, padding: "18px 20px 8px" } } },
  MuiDialogContent: { styleOverrides: { root: { padding: "4px 20px 12px" } } },
  MuiDialogActions: { styleOverrides: { root: { padding: "12px 20px 18px", gap: 8 } } },
  MuiDrawer: { styleOverrides: { paper: ({ theme }) => ({ borderColor: (theme.vars ?? theme).palette.line }) } },
  MuiMenu: {
    styleOverrides: { paper: ({ theme }) => ({ border: `1px solid ${(theme.vars ?? theme).palette.line}`, borderRadius: radius.card }) },
  },
  MuiMenuItem: {
    styleOverrides: { root: ({ theme }) => ({ minHeight: 34, fontSize: "1rem", gap: 10, [phone(theme)]: { minHeight: 46 } }) },
  },
  MuiTabs: {
    styleOverrides: {
      root: ({ theme }) => ({ minHeight: 36, borderBottom: `1px solid ${(theme.vars ?? theme).palette.line}` }),
      indicator: { height: 2 },
    },
  },
  MuiTab: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        minWidth: 0,
        padding: "8px 0",
        marginRight: 20,
        color: (theme.vars ?? theme).palette.text.secondary,
        [phone(theme)]: { minHeight: 46 },
      }),
    },
  },
  MuiChip: {
    styleOverrides: {
      root: ({ theme, ownerState }) => ({
        borderRadius: radius.round,
        fontWeight: 570,
        ...(ownerState.color === "default" && {
          backgroundColor: (theme.vars ?? theme).palette.lineSoft,
          color: (theme.vars ?? theme).palette.text.secondary,
          "&.MuiChip-clickable:is(:hover, .Mui-focusVisible)": {
            backgroundColor: (theme.vars ?? theme).palette.line,
            color: (theme.vars ?? theme).palette.text.primary,
          },
        }),
      }),
    },
  },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        color: (theme.vars ?? theme).palette.text.secondary,
        backgroundColor: (theme.vars ?? theme).palette.background.paper,
        borderColor: (theme.vars ?? theme).palette.line,
        "&.Mui-selected": {
          color: (theme.vars ?? theme).palette.tone.accent.main,
          backgroundColor: (theme.vars ?? theme).palette.tone.accent.soft,
        },
      }),
    },
  },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, disableInteractive: true },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        fontSize: "0.92rem",
        color: (theme.vars ?? theme).palette.background.paper,
        backgroundColor: (theme.vars ?? theme).palette.text.primary,
      }),
    },
  },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({ padding: "9px 12px", borderColor: (theme.vars ?? theme).palette.lineSoft }),
      head: ({ theme }) => ({
        fontWeight: 550,
        fontSize: "0.9rem",
        color: (theme.vars ?? theme).palette.text.secondary,
        whiteSpace: "nowrap",
      }),
    },
  },
  MuiSwitch: { defaultProps: { color: "primary" } },
  // The thumb of a switch that is off begins where the text above it does.
  MuiFormControlLabel: { styleOverrides: { root: { "&:has(> .MuiSwitch-root)": { marginLeft: -9 } } } },
  // Within a sentence colour alone does not tell a link; where one stands alone the screen says "hover".
  MuiLink: { defaultProps: { underline: "always" } },
  MuiSkeleton: { defaultProps: { animation: "wave" } },
};
