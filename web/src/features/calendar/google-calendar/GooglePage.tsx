import Box from "@mui/material/Box";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { returnUrl } from "../../../ui/links/ids.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";

export const SETTING = "/setting/integration/calendar";

/** A page on the way to Google and back, without navigation around it. */
export const GooglePage = ({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) => (
  <Box component="main" sx={{ minHeight: "100vh", display: "grid", alignContent: "center" }}>
    <EmptyState icon="calendar" heading="h1" title={title} text={text}>
      {children}
    </EmptyState>
  </Box>
);

export const SignInFirst = () => {
  const { pathname, search } = useLocation();
  return (
    <GooglePage title="Sign in first" text="You are not signed in to Leashline in this browser. Sign in to continue.">
      <LinkButton variant="contained" color="primary" to={pathTo("/sign_in", {}, { redirect: returnUrl(pathname, search) })}>
        Sign in
      </LinkButton>
    </GooglePage>
  );
};
