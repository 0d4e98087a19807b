import { useMatches } from "react-router";
import { EmptyState } from "../ui/EmptyState.tsx";
import { PageFrame } from "../ui/PageFrame.tsx";
import type { Handle } from "./router.tsx";

/** The role does not open this page. */
const NoAccess = () => {
  const handle = useMatches().at(-1)?.handle as Handle | undefined;
  return (
    <PageFrame title={handle?.title ?? "No access"}>
      <EmptyState
        icon="info"
        title="Your role does not include this page"
        text="The business owner can change your role under Settings, Staff."
      />
    </PageFrame>
  );
};

export default NoAccess;
