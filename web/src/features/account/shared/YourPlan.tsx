import { useCan } from "../../../app/session/session.ts";
import { LinkButton } from "../../../ui/links/Link.tsx";

/** From a limit to what the plan holds, for those who may see it. */
export const YourPlan = () =>
  useCan("accessBusinessSettings") ? (
    <LinkButton to="/setting/general/plan" variant="text" size="small">
      Your plan
    </LinkButton>
  ) : null;
