import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { LinkButton } from "../../ui/links/Link.tsx";

const NotFound = () => (
  <main>
    <EmptyState icon="search" heading="h1" title="There is no page at this address" text="The link may be old, or a letter is missing.">
      <LinkButton to="/" variant="contained" color="primary">
        Go to the home page
      </LinkButton>
    </EmptyState>
  </main>
);

export default NotFound;
