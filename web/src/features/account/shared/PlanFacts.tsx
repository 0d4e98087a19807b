import { useQuery } from "@connectrpc/connect-query";
import { CompanyService } from "@leashline/proto/leashline/account/v1/company_service_pb.js";
import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import Box from "@mui/material/Box";
import LinearProgress from "@mui/material/LinearProgress";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { Icon } from "../../../ui/icons.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { featureWords, fullness, isBuilt, isFull, type Use, usedWords } from "./plan-words.ts";

/** The company's plan: what it allows, how much of that is used, and what it opens. */
export const PlanFacts = () => {
  const session = useQuery(SessionService.method.getSessionInfo);
  const counts = useQuery(CompanyService.method.getCompanyExtraInfo);
  const error = session.error ?? counts.error;
  const plan = session.data?.planFeature;
  const { locationCount = 0, staffCount = 0, vanCount = 0, staffLimit = 0, maxVansNum = 0 } = counts.data ?? {};
  if (error) return <ErrorState error={error} onRetry={() => void Promise.all([session.refetch(), counts.refetch()])} />;
  if (!plan || !counts.data) return <FormSkeleton fields={3} />;
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Section title="Your plan" action={<StatusChip tone="accent">{plan.planName}</StatusChip>}>
        <Typography color="textSecondary">
          Whoever runs Leashline for you sets the plan; ask them for another one. Nothing is bought or charged on this page.
        </Typography>
      </Section>
      <Section title="What is used">
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <Row label="Staff" use={{ used: staffCount, limit: staffLimit }} />
          <Row label="Vans" use={{ used: vanCount, limit: maxVansNum }} />
          <Row label="Locations" use={{ used: locationCount, limit: 0 }} />
        </Box>
      </Section>
      <Section title="What it can do">
        <Box
          component="ul"
          aria-label="What the plan includes"
          sx={{ listStyle: "none", m: 0, p: 0, display: "grid", gridTemplateColumns: { xs: "1fr", md: "1fr 1fr" }, gap: 0.75 }}
        >
          {plan.features.filter(isBuilt).map((code) => (
            <Box component="li" key={code} sx={{ display: "flex", alignItems: "center", gap: 1 }}>
              <Icon name="check" sx={{ width: 16, height: 16, color: "tone.ok.main" }} />
              {featureWords(code)}
            </Box>
          ))}
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 1.5 }}>
          Some of these are not available yet.
        </Typography>
      </Section>
    </Box>
  );
};

const Row = ({ label, use }: { label: string; use: Use }) => {
  const percent = fullness(use);
  return (
    <Box>
      <Box sx={{ display: "flex", alignItems: "center", gap: 1 }}>
        <Typography sx={{ flex: 1 }}>{label}</Typography>
        {isFull(use) && <StatusChip tone="warn">Full</StatusChip>}
        <Typography sx={{ fontWeight: 600 }}>{usedWords(use)}</Typography>
      </Box>
      {percent !== undefined && (
        <LinearProgress
          variant="determinate"
          value={percent}
          aria-label={`${label}: ${usedWords(use)}`}
          sx={{ mt: 0.5, height: 6, borderRadius: 3 }}
        />
      )}
    </Box>
  );
};
