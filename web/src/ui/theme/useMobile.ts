import useMediaQuery from "@mui/material/useMediaQuery";
import { MOBILE_MAX_WIDTH } from "./tokens.ts";

/** Phones have a layout of their own at 750 px and below (core §2); with the fractions of a pixel that a zoomed window may have. */
export const MOBILE = `(max-width: ${MOBILE_MAX_WIDTH}.95px)`;

export const useMobile = (): boolean => useMediaQuery(MOBILE, { noSsr: true });

/** True where a page's header has room for everything in one line; a tablet has not. */
export const useRoomy = (): boolean => useMediaQuery("(min-width: 1240px)", { noSsr: true });
