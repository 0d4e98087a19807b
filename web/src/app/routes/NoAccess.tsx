import { useMatches } from "react-router";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { AskOwner } from "./AskOwner.tsx";
import type { Handle } from "./router.tsx";

/** The role does not open this page. */
const NoAccess = () => {
  const handle = useMatches().at(-1)?.handle as Handle | undefined;
  return (
    <PageFrame title={handle?.title ?? "No access"}>
      <AskOwner />
    </PageFrame>
  );
};

export default NoAccess;
