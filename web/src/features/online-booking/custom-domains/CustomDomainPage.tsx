import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  type CustomDomain,
  CustomDomainService,
  CustomDomainState as State,
} from "@leashline/proto/leashline/online_booking/v1/custom_domain_pb.js";
import { StorefrontConfigService } from "@leashline/proto/leashline/online_booking/v1/storefront_config_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { toast } from "../../../ui/feedback/toast.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { Section } from "../../../ui/page/Section.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { DomainForm } from "./DomainForm.tsx";
import { foundText, standingOf } from "./domain-words.ts";
import { Records } from "./Records.tsx";

/** /online_booking/landing_page/domain: the business's own domain for its booking page. */
const CustomDomainPage = () => {
  const found = useQuery(CustomDomainService.method.getCustomDomain, {});
  const retry = () => void found.refetch();
  const known = found.data?.customDomain;
  return (
    <SettingsFrame title="Your own domain" back="/online_booking/settings" maxWidth={760}>
      {known ? (
        <Domain key={known.domain} known={known} onChanged={retry} />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={retry} />
      ) : (
        <FormSkeleton fields={2} />
      )}
    </SettingsFrame>
  );
};

type Props = { known: CustomDomain; onChanged: () => void };

const Domain = ({ known, onChanged }: Props) => {
  const isSet = known.state !== State.UNSPECIFIED;
  const { tone, words } = standingOf(known);
  const update = useMutation(StorefrontConfigService.method.updateStorefrontConfig, { onSuccess: onChanged });
  const put = (customDomainName: string) => update.mutateAsync({ customDomainName });
  const remove = async () => {
    await put("");
    toast.success("Domain removed", { undo: () => void put(known.written) });
  };
  return (
    <Box sx={{ display: "grid", gap: 2 }}>
      <Section title="Your booking page under your own name" action={<StatusChip tone={tone}>{words}</StatusChip>}>
        <Box sx={{ display: "grid", gap: 1.75 }}>
          <Typography color="textSecondary">
            Clients can book at an address of yours, like book.example.com. You need a domain, and you make two records in its DNS settings,
            where you bought the domain. Your usual address keeps working.
          </Typography>
          <DomainForm known={known} put={put} remove={() => void remove()} busy={update.isPending} />
        </Box>
      </Section>
      {isSet && <Standing known={known} onChanged={onChanged} />}
      {isSet && <Records known={known} />}
    </Box>
  );
};

const Standing = ({ known, onChanged }: Props) => {
  const check = useMutation(CustomDomainService.method.checkCustomDomain, {
    onSettled: onChanged,
    onSuccess: ({ customDomain: now }) => {
      if (now) toast.info(foundText(now), { seconds: 8 });
    },
  });
  const format = useFormat();
  const { checkTime, nextCheckTime, state, address } = known;
  const next = nextCheckTime ? "We check again by ourselves." : "We no longer check by ourselves.";
  return (
    <Section title="What to do next">
      <Box sx={{ display: "grid", gap: 1.75, justifyItems: "start" }}>
        <Typography>{standingOf(known).more}</Typography>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          <Button variant="outlined" disabled={check.isPending} onClick={() => check.mutate({})}>
            {check.isPending ? "Checking…" : "Check now"}
          </Button>
          {state === State.LIVE && (
            <Button href={address} target="_blank" rel="noopener">
              Open the booking page
            </Button>
          )}
        </Box>
        {checkTime && (
          <Typography variant="body2" color="textSecondary">
            Last checked: {format.agoWithin(checkTime)}. {next}
          </Typography>
        )}
      </Box>
    </Section>
  );
};

export default CustomDomainPage;
