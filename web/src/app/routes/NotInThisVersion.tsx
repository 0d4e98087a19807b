import { useMatches } from "react-router";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { LinkButton } from "../../ui/links/Link.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import type { Handle } from "./router.tsx";

/** For paths that the product knows but does not answer yet. Says only that. */
const NotInThisVersion = () => {
  const handle = useMatches().at(-1)?.handle as Handle | undefined;
  const title = handle?.title ?? "This page";
  const home = handle?.route.tier === "business" ? "/calendar/grooming" : "/";
  return (
    <PageFrame title={title}>
      <EmptyState
        icon="info"
        title={`${title}: not in this version`}
        text="This page has no content yet. Nothing you entered elsewhere is affected."
      >
        <LinkButton to={home} variant="contained" color="primary">
          {home === "/" ? "Go to the home page" : "Go to the calendar"}
        </LinkButton>
      </EmptyState>
    </PageFrame>
  );
};

export default NotInThisVersion;
