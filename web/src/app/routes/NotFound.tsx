import { useContext } from "react";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { LinkButton } from "../../ui/links/Link.tsx";
import { PageFrame } from "../../ui/page/PageFrame.tsx";
import { InShell } from "../../ui/page/slots.ts";

const NotFound = () => {
  const inShell = useContext(InShell);
  const words = (
    <EmptyState
      icon="search"
      {...(!inShell && { heading: "h1" as const })}
      title="There is no page at this address"
      text="The link may be old, or a letter is missing."
    >
      <LinkButton to="/" variant="contained" color="primary">
        Go to the home page
      </LinkButton>
    </EmptyState>
  );
  return inShell ? <PageFrame title="Not found">{words}</PageFrame> : <main>{words}</main>;
};

export default NotFound;
