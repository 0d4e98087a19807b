import Button from "@mui/material/Button";
import GlobalStyles from "@mui/material/GlobalStyles";
import { styled } from "@mui/material/styles";
import { closeSnackbar, enqueueSnackbar, MaterialDesignContent, SnackbarProvider } from "notistack";
import { useEffect, useState } from "react";
import { MOBILE_MAX_WIDTH } from "../theme/tokens.ts";
import { OVERLAYS, onOverlay } from "./place/open-overlays.ts";
import { coversButtons, FOOT, headHere, placeOf } from "./place/toast-place.ts";
import { attachToasts, type Beside, lastHand, type Notice } from "./toast.ts";

const WIDEST = 460;

const Look = styled(MaterialDesignContent)(({ theme }) => ({
  "&.notistack-MuiContent": {
    fontFamily: theme.typography.fontFamily,
    fontSize: "1rem",
    borderRadius: 10,
    minWidth: 0,
    maxWidth: WIDEST,
    color: theme.vars?.palette.background.paper,
    backgroundColor: theme.vars?.palette.text.primary,
    boxShadow: "0 6px 24px rgb(0 0 0 / 18%)",
  },
  "&.notistack-MuiContent-success svg": { color: theme.vars?.palette.tone.ok.soft },
  "&.notistack-MuiContent-error": { backgroundColor: theme.vars?.palette.error.main, color: theme.vars?.palette.error.contrastText },
  "&.notistack-MuiContent-warning": { backgroundColor: theme.vars?.palette.warning.main, color: theme.vars?.palette.warning.contrastText },
}));

const useLater = ({ later }: Notice): Beside | undefined => {
  const [beside, setBeside] = useState<Beside>();
  useEffect(() => void later?.then(setBeside), [later]);
  return beside;
};

const Words = ({ notice }: { notice: Notice }) => {
  const beside = useLater(notice);
  return beside ? (
    <>
      {notice.text}. {beside.note}
    </>
  ) : (
    notice.text
  );
};

const Offers = ({ notice, close }: { notice: Notice; close: () => void }) => {
  const go = useLater(notice)?.go ?? notice.go;
  const offered = [...(go ? [go] : []), ...(notice.undo ? [{ label: "Undo", run: notice.undo }] : [])];
  return offered.map(({ label, run }) => (
    <Button
      key={label}
      size="small"
      variant="text"
      sx={{ color: "inherit", whiteSpace: "nowrap" }}
      onClick={() => {
        run();
        close();
      }}
    >
      {label}
    </Button>
  ));
};

/** Wide from the start where more is to come, so that what is offered stays under the hand that reaches for it. */
const WIDE = { minWidth: `min(${WIDEST}px, calc(100vw - 40px))` };

const show = (notice: Notice): void => {
  enqueueSnackbar(notice.later ? <Words notice={notice} /> : notice.text, {
    variant: notice.tone,
    autoHideDuration: notice.seconds * 1000,
    anchorOrigin: { vertical: "bottom", horizontal: "center" },
    ...(notice.about && { key: notice.about }),
    ...(notice.later && { style: WIDE }),
    ...((notice.go || notice.undo || notice.later) && {
      action: (key) => <Offers notice={notice} close={() => closeSnackbar(key)} />,
    }),
  });
};

const looks = { default: Look, success: Look, error: Look, warning: Look, info: Look };

const all = ".notistack-SnackbarContainer";
/** How long a drawer slides before its buttons stand where they stay. */
const SLID_IN = 250;
/** At the head they stand below the bar, and below whose page or panel it is. */
const atHead = (top: number) => ({ [all]: { top: `${top}px !important`, bottom: "auto !important", flexDirection: "column !important" } });
const atFoot = { [`@media (max-width: ${MOBILE_MAX_WIDTH}.95px)`]: { [all]: { bottom: `${FOOT.phone}px !important` } } };

/** While a dialog or a drawer is open, a press goes through what they say to what is below, and a pointer that rests there does not keep them. */
const open = `body:has(${OVERLAYS.map((one) => `> ${one}`).join(", ")})`;
const passing = {
  [`${open} ${all} > *`]: { pointerEvents: "none !important" },
  [`${open} ${all} button`]: { pointerEvents: "auto" },
};

/**
 * Loaded after the first page: notices said before wait in line. They stand at the foot, and at the head where they would lie over what they tell of or over
 * the buttons of an open dialog or drawer; when one opens, those that stand go there. While any stands there, all do: what one reaches for does not jump.
 */
const Toasts = () => {
  const [head, setHead] = useState<number>();
  useEffect(
    () =>
      attachToasts((notice) => {
        const stays = document.querySelector(`${all} > *`) !== null;
        setHead((was) => (was !== undefined && stays ? was : placeOf(lastHand()) === "top" ? headHere() : undefined));
        show(notice);
      }, closeSnackbar),
    [],
  );
  useEffect(() => onOverlay(() => setTimeout(() => coversButtons() && setHead(headHere()), SLID_IN)), []);
  return (
    <>
      <GlobalStyles styles={head === undefined ? atFoot : atHead(head)} />
      <GlobalStyles styles={passing} />
      <SnackbarProvider maxSnack={3} preventDuplicate Components={looks} />
    </>
  );
};

export default Toasts;
