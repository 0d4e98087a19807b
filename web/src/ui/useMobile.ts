import useMediaQuery from "@mui/material/useMediaQuery";
import { MOBILE_MAX_WIDTH } from "../app/tokens.ts";

/** True at 750 px and below (core §2): phones have a layout of their own. */
export const useMobile = (): boolean => useMediaQuery(`(max-width: ${MOBILE_MAX_WIDTH}.95px)`, { noSsr: true });

/** True where a page's header has room for everything in one line; a tablet has not. */
export const useRoomy = (): boolean => useMediaQuery("(min-width: 1240px)", { noSsr: true });
