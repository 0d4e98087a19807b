import Button from "@mui/material/Button";
import GlobalStyles from "@mui/material/GlobalStyles";
import { styled } from "@mui/material/styles";
import { closeSnackbar, enqueueSnackbar, MaterialDesignContent, SnackbarProvider } from "notistack";
import { useEffect } from "react";
import { MOBILE_MAX_WIDTH } from "../theme/tokens.ts";
import { FOOT, placeOf } from "./place/toast-place.ts";
import { attachToasts, lastHand, type Notice } from "./toast.ts";

const Look = styled(MaterialDesignContent)(({ theme }) => ({
  "&.notistack-MuiContent": {
    fontFamily: theme.typography.fontFamily,
    fontSize: "1rem",
    borderRadius: 10,
    minWidth: 0,
    maxWidth: 460,
    color: theme.vars?.palette.background.paper,
    backgroundColor: theme.vars?.palette.text.primary,
    boxShadow: "0 6px 24px rgb(0 0 0 / 18%)",
  },
  "&.notistack-MuiContent-success svg": { color: theme.vars?.palette.tone.ok.soft },
  "&.notistack-MuiContent-error": { backgroundColor: theme.vars?.palette.error.main, color: theme.vars?.palette.error.contrastText },
  "&.notistack-MuiContent-warning": { backgroundColor: theme.vars?.palette.warning.main, color: theme.vars?.palette.warning.contrastText },
}));

const show = (notice: Notice, vertical: "top" | "bottom"): void => {
  const offered = [...(notice.go ? [notice.go] : []), ...(notice.undo ? [{ label: "Undo", run: notice.undo }] : [])];
  enqueueSnackbar(notice.text, {
    variant: notice.tone,
    autoHideDuration: notice.seconds * 1000,
    anchorOrigin: { vertical, horizontal: "center" },
    ...(notice.about && { key: notice.about }),
    ...(offered.length > 0 && {
      action: (key) =>
        offered.map(({ label, run }) => (
          <Button
            key={label}
            size="small"
            variant="text"
            sx={{ color: "inherit", whiteSpace: "nowrap" }}
            onClick={() => {
              run();
              closeSnackbar(key);
            }}
          >
            {label}
          </Button>
        )),
    }),
  });
};

const looks = { default: Look, success: Look, error: Look, warning: Look, info: Look };

/** At the head they stand below the bar. */
const ABOVE = "toasts-above";
const places = {
  [`.${ABOVE}`]: { top: "64px !important" },
  [`@media (max-width: ${MOBILE_MAX_WIDTH}.95px)`]: {
    [`.notistack-SnackbarContainer:not(.${ABOVE})`]: { bottom: `${FOOT.phone}px !important` },
  },
};

/** Loaded after the first page: notices said before wait in line. They stand at the foot, and at the head where they would lie over what they tell of. */
const Toasts = () => {
  useEffect(() => attachToasts((notice) => show(notice, placeOf(lastHand())), closeSnackbar), []);
  return (
    <>
      <GlobalStyles styles={places} />
      <SnackbarProvider maxSnack={3} preventDuplicate Components={looks} classes={{ containerAnchorOriginTopCenter: ABOVE }} />
    </>
  );
};

export default Toasts;
