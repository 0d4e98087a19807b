import { useQuery } from "@connectrpc/connect-query";
import { type ServiceCharge, ServiceChargeService } from "@leashline/proto/leashline/offering/v1/service_charge_service_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { pathTo } from "../../../app/routes/paths.ts";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { LinkButton, TextLink } from "../../../ui/links/Link.tsx";
import { Money } from "../../../ui/Money.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { APPLIES, isForCare, SURCHARGES, surchargeOf } from "./charge-values.ts";

/** /setting/services/service-charges: what is added to bills beside services. */
export const ServiceCharges = () => {
  const list = useQuery(ServiceChargeService.method.listServiceCharges, { pageSize: 200 });
  const rows = list.data?.serviceCharges;
  return (
    <SettingsFrame title="Service charges" maxWidth={1000}>
      <Section title="Add a charge">
        <Typography color="textSecondary" sx={{ mb: 1.25 }}>
          Add charges at checkout. Leashline suggests a late pick-up or early drop-off charge when a pet leaves after, or comes before, the
          time you set for it here. Medication and feeding fees are added to the bill as your team checks off what was given.
        </Typography>
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1 }}>
          <LinkButton to={pathTo("/createOrEditServiceCharge", {})}>Service charge</LinkButton>
          {SURCHARGES.map(({ path, label }) => (
            <LinkButton key={path} to={pathTo("/createOrEditSurcharges/:surchargeType?", { surchargeType: path })}>
              {label}
            </LinkButton>
          ))}
        </Box>
      </Section>
      {list.error && !list.data && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {!list.data && !list.error && <FormSkeleton />}
      {rows?.length === 0 && <EmptyState icon="list" title="No service charges yet" text="Add the first one above." />}
      {rows && rows.length > 0 && (
        <Box component="ul" aria-label="Service charges" sx={{ listStyle: "none", m: 0, p: 0, mt: 2 }}>
          {rows.map((one) => (
            <Row key={one.serviceChargeId} charge={one} />
          ))}
        </Box>
      )}
    </SettingsFrame>
  );
};

const Row = ({ charge }: { charge: ServiceCharge }) => {
  const format = useFormat();
  const surcharge = surchargeOf(charge.surchargeType);
  const id = { id: charge.serviceChargeId };
  const to = surcharge
    ? pathTo("/createOrEditSurcharges/:surchargeType?", { surchargeType: surcharge.path }, id)
    : pathTo("/createOrEditServiceCharge", {}, id);
  const words = [
    surcharge?.time && `${surcharge.time} ${format.minutes(charge.time)}`,
    isForCare(charge.surchargeType) && surcharge?.label,
    APPLIES.find(({ value }) => value === String(charge.applyType))?.label,
    charge.autoApply && !isForCare(charge.surchargeType) && "Added automatically",
    !charge.isActive && "Inactive",
  ];
  return (
    <Box component="li" sx={{ display: "flex", alignItems: "center", gap: 1, py: 0.75, borderBottom: 1, borderColor: "lineSoft" }}>
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <TextLink to={to} color="inherit" sx={{ fontWeight: 600 }}>
          {charge.name}
        </TextLink>
        <Typography variant="body2" color="textSecondary">
          {words.filter(Boolean).join(" · ")}
        </Typography>
      </Box>
      <Money value={charge.price} sx={{ fontWeight: 600 }} />
    </Box>
  );
};
