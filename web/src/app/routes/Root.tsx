import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { useEffect } from "react";
import { isRouteErrorResponse, Outlet, ScrollRestoration, useMatches, useNavigation, useRouteError } from "react-router";
import { ProgressLine } from "../../ui/feedback/ProgressLine.tsx";
import { isOldVersion, reloadOnce, words } from "../../ui/page/broken.ts";
import { keepFocus } from "../../ui/page/keep-focus.ts";
import { pageTitle, useTitleOverride } from "../../ui/page/title.ts";
import type { Handle } from "./router.tsx";

const usePageTitle = (): void => {
  const matches = useMatches();
  const { title: override, waiting = "" } = useTitleOverride();
  const handle = matches.at(-1)?.handle as Handle | undefined;
  const title = override ?? handle?.title;
  useEffect(() => {
    document.title = waiting + pageTitle(title);
  }, [title, waiting]);
};

const Progress = () => (useNavigation().state === "idle" ? null : <ProgressLine label="Loading the page" />);

export const Root = () => {
  usePageTitle();
  useEffect(keepFocus, []);
  return (
    <>
      <Progress />
      <Outlet />
      <ScrollRestoration />
    </>
  );
};

/** Before the first page is there: what index.html draws while this application itself is on its way. */
export const Waiting = () => (
  <div className="start" role="status" aria-busy="true" aria-label="Loading">
    <i />
    <i />
    <i />
    <i />
  </div>
);

/** Whatever a screen threw, or an address that names nothing. The rest of the product goes on working. */
export const RouteError = () => {
  const error = useRouteError();
  const what = isRouteErrorResponse(error) && error.status === 404 ? "missing" : isOldVersion(error) ? "old" : "broken";
  useEffect(() => {
    if (what === "old") reloadOnce();
    else if (what === "broken") console.error(error);
  }, [error, what]);
  const [title, text] = words[what];
  return (
    <Box role="alert" sx={{ maxWidth: 440, mx: "auto", py: 10, px: 3, textAlign: "center" }}>
      <Typography variant="display" component="h1">
        {title}
      </Typography>
      <Typography color="textSecondary" sx={{ mt: 1, mb: 3 }}>
        {text}
      </Typography>
      <Button
        variant="contained"
        color="primary"
        onClick={() => (what === "missing" ? window.location.assign("/") : window.location.reload())}
      >
        {what === "missing" ? "Go to the home page" : "Reload"}
      </Button>
    </Box>
  );
};
