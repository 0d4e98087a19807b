import { useMutation, useQuery } from "@connectrpc/connect-query";
import { StaffService } from "@leashline/proto/leashline/account/v1/staff_service_pb.js";
import { CatalogService } from "@leashline/proto/leashline/offering/v1/catalog_service_pb.js";
import { type Service, ShowPrice } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { OnlineAvailabilityService } from "@leashline/proto/leashline/online_booking/v1/online_availability_service_pb.js";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useCan, useInfo } from "../../../app/session/session.ts";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";
import { SHOWN_PRICES } from "../../offering/shared/shown-prices.ts";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";

/** /online_booking/availability: who and what clients can book. Each switch is saved as it is moved. */
const Availability = () => (
  <SettingsFrame title="Online availability" maxWidth={860}>
    <Box sx={{ display: "grid", gap: 2 }}>
      <Staff />
      <Services />
    </Box>
  </SettingsFrame>
);

const Staff = () => {
  const found = useQuery(OnlineAvailabilityService.method.getOnlineStaff, {});
  const update = useMutation(StaffService.method.updateStaff, { onSuccess: () => void found.refetch() });
  const mayAll = useCan("accessStaffMembersAllLocations");
  const may = useCan("accessStaffMembers") || mayAll;
  return (
    <Section title="Who can be booked" action={<TextLink to="/setting/staff/hours">Working hours</TextLink>}>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <RowsSkeleton rows={3} />}
      {!may && found.data && <Typography color="textSecondary">Your role does not include changing staff.</Typography>}
      <Box sx={{ display: "grid" }}>
        {found.data?.staff.map(({ staffId, firstName, lastName, bookOnlineAvailable }) => (
          <FormControlLabel
            key={staffId}
            disabled={!may || update.isPending}
            control={<Switch checked={bookOnlineAvailable} onChange={(_, on) => update.mutate({ id: staffId, bookOnlineAvailable: on })} />}
            label={`${firstName} ${lastName}`.trim()}
          />
        ))}
      </Box>
    </Section>
  );
};

const Services = () => {
  const businessId = useInfo().business?.id ?? "0";
  const found = useQuery(CatalogService.method.listServices, { businessId, pageSize: 1000, withAddOns: true });
  const mayAll = useCan("onlineBookingSettingsAllLocations");
  const may = useCan("accessServiceSettings") || mayAll;
  const sold = (found.data?.services ?? []).filter(({ inactive }) => !inactive);
  const services = sold.filter(({ addOn }) => !addOn);
  const addOns = sold.filter(({ addOn }) => addOn);
  const row = (service: Service) => <ServiceRow key={service.id} service={service} disabled={!may} onSaved={() => void found.refetch()} />;
  return (
    <Section title="What can be booked" action={<TextLink to="/setting/services">Services</TextLink>}>
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isPending && <RowsSkeleton rows={4} />}
      {!may && found.data && <Typography color="textSecondary">Your role does not include changing services.</Typography>}
      {found.data && services.length === 0 && <Typography color="textSecondary">There is no service yet.</Typography>}
      {services.map(row)}
      {addOns.length > 0 && (
        <>
          <Typography variant="overline" component="h3" sx={{ mt: 2 }}>
            Add-ons
          </Typography>
          <Typography color="textSecondary" sx={{ pb: 1 }}>
            Pet parents choose these on top of a service that goes with them.
          </Typography>
          {addOns.map(row)}
        </>
      )}
    </Section>
  );
};

type RowProps = { service: Service; disabled: boolean; onSaved: () => void };

const ServiceRow = ({ service, disabled, onSaved }: RowProps) => {
  const { id: serviceId, name, bookOnlineAvailable, options } = service;
  const update = useMutation(OnlineAvailabilityService.method.updateServiceOnlineSetting, { onSuccess: onSaved });
  const off = disabled || update.isPending;
  return (
    <Box
      role="group"
      aria-label={name}
      sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1.5, py: 1, borderTop: 1, borderColor: "line" }}
    >
      <FormControlLabel
        sx={{ flex: 1, minWidth: 180 }}
        disabled={off}
        control={<Switch checked={bookOnlineAvailable} onChange={(_, on) => update.mutate({ serviceId, bookOnlineAvailable: on })} />}
        label={name}
      />
      <TextField
        select
        size="small"
        label={`Price of ${name}`}
        disabled={off || !bookOnlineAvailable}
        value={String(options?.showBasePrice || ShowPrice.FIXED)}
        onChange={(event) => update.mutate({ serviceId, showBasePrice: Number(event.target.value) })}
        sx={{ width: 190 }}
      >
        {SHOWN_PRICES.map(({ value, label }) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <FormControlLabel
        disabled={off || !bookOnlineAvailable}
        control={<Switch checked={options?.showDuration !== false} onChange={(_, on) => update.mutate({ serviceId, showDuration: on })} />}
        label="Show how long it takes"
      />
    </Box>
  );
};

export default Availability;
