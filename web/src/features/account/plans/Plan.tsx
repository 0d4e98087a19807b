import Alert from "@mui/material/Alert";
import { useLocation, useSearchParams } from "react-router";
import { useInfo } from "../../../app/session/session.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { AccountFrame } from "../shared/AccountFrame.tsx";
import { PlanFacts } from "../shared/PlanFacts.tsx";

/** /select-plan and /purchase: where the pricing page leads after signing in. Plans are shown here, not sold. */
const Plan = () => {
  const { business } = useInfo();
  const [query] = useSearchParams();
  const wanted = useLocation().pathname === "/purchase" ? "buy a plan" : query.get("plan") === "free" ? "take the free plan" : undefined;
  return (
    <AccountFrame
      title="Plan"
      {...(business && { lead: business.companyName })}
      back={business ? "/home" : "/account"}
      width={640}
      actions={business && <LinkButton to="/home">Go to work</LinkButton>}
    >
      {wanted && (
        <Alert severity="info" sx={{ mb: 2 }}>
          You came to {wanted}. Plans are not sold in this version: every company works with the plan below.
        </Alert>
      )}
      {business ? (
        <PlanFacts />
      ) : (
        <EmptyState icon="building" title="No company yet" text="A plan belongs to a company. Create yours first.">
          <LinkButton to="/business/new-company" variant="contained" color="primary">
            Create a company
          </LinkButton>
        </EmptyState>
      )}
    </AccountFrame>
  );
};

export default Plan;
