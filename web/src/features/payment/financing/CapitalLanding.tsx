import { FinancingLinkKind, type GetFinancingResponse } from "@leashline/proto/leashline/payment/v1/financing_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { LinkButton } from "../../../ui/links/Link.tsx";
import { PageFrame } from "../../../ui/page/PageFrame.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { onboardingWords } from "./financing-words.ts";
import { useFinancing, useFinancingLink } from "./useFinancing.ts";

/** /finance/capital and its landing: whether the card provider makes offers to this location, and what comes next. */
const CapitalLanding = () => {
  const { standing, error, retry, asking, unanswered } = useFinancing();
  return (
    <PageFrame title="Financing" back="/finance" maxWidth={760}>
      {!standing && (error ? <ErrorState error={error} onRetry={retry} /> : <FormSkeleton fields={3} />)}
      {standing && (
        <Box sx={{ display: "grid", gap: 2 }}>
          {unanswered && <ErrorState compact error={unanswered} what="This is the last we heard from the card provider" />}
          <InTheWay standing={standing} />
          {standing.initial > 0 && <Open count={standing.initial} />}
          {standing.used > 0 && <Taken />}
          {standing.initial + standing.used === 0 && !onboardingWords[standing.onboarding] && (
            <EmptyState
              icon="finance"
              title={asking ? "Asking the card provider" : "No offer now"}
              text="The card provider makes offers on its own, based on this location's card sales. You don't apply; an offer shows up here and on Finance."
            />
          )}
          {standing.initial + standing.used + standing.history > 0 && (
            <LinkButton to={pathTo("/finance/capital/list", {})} sx={{ justifySelf: "start" }}>
              All offers
            </LinkButton>
          )}
        </Box>
      )}
    </PageFrame>
  );
};

const InTheWay = ({ standing }: { standing: GetFinancingResponse }) => {
  const words = onboardingWords[standing.onboarding];
  if (!words) return null;
  return (
    <Section title={words.title}>
      <Typography sx={{ mb: 1 }}>{words.text}</Typography>
      <LinkButton variant="outlined" to={pathTo("/creditCard/integration", {})}>
        Card account
      </LinkButton>
    </Section>
  );
};

const Open = ({ count }: { count: number }) => {
  const link = useFinancingLink();
  return (
    <Section title={count === 1 ? "You have an offer" : `You have ${count} offers`}>
      <Typography sx={{ mb: 1 }}>
        You read the terms and apply on the card provider's own page. The fee is fixed. It is paid back with a part of every card payment,
        which the card provider keeps automatically.
      </Typography>
      <Button
        variant="contained"
        color="primary"
        loading={link.isPending}
        onClick={() => link.mutate({ kind: FinancingLinkKind.APPLICATION })}
      >
        Look at the offer
      </Button>
    </Section>
  );
};

const Taken = () => {
  const link = useFinancingLink();
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" loading={link.isPending} onClick={() => link.mutate({ kind: FinancingLinkKind.REPORT })}>
          Open its papers
        </Button>
      }
    >
      You have taken financing. How it is paid back is listed under its offer; the agreement is on the card provider's page.
    </Alert>
  );
};

export default CapitalLanding;
