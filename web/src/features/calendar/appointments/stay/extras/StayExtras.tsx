import { StayDay } from "@leashline/proto/leashline/offering/v1/additional_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../../ui/icons.tsx";
import { DateField } from "../../../../../ui/inputs/DateField.tsx";
import { StaffSelect } from "../../../shared/StaffSelect.tsx";
import { DAY_WORDS } from "../../../shared/stay/day-words.ts";
import { BOARDING } from "../../../shared/stay/refusal-text.ts";
import { NO_STAFF } from "../../../shared/types.ts";
import { useStaff } from "../../../shared/useCalendar.ts";
import type { StaySpan } from "../StayWhen.tsx";
import type { OnItsDays } from "./changed-prices.ts";
import { type Extra, isComplete, type useExtras } from "./extras.ts";

type Props = {
  held: ReturnType<typeof useExtras>;
  pets: readonly { petId: string; petName: string }[];
  /** All that is sold. */
  services: readonly Service[];
  span: StaySpan;
  /** What they come to on their days, by their keys, where no other place says it. */
  prices?: ReadonlyMap<string, OnItsDays>;
  /** Whether a pet can have something during its stay. */
  fits: (petId: string, serviceId: string) => boolean;
};

/** What the pets get on certain days of the stay besides, and when: what comes along can be taken off, other services put on. */
export const StayExtras = ({ held: { extras, set, add }, pets, services, span, prices, fits }: Props) => {
  const sold = services.filter(({ addOn, careType }) => careType === (addOn ? BOARDING : "GROOMING"));
  const offered = sold.filter(({ id }) => pets.some(({ petId }) => fits(petId, id)));
  const put = (service: Service | undefined) => {
    const having = pets.map(({ petId }) => petId).filter((petId) => service && fits(petId, service.id));
    if (service) add(service, having);
  };
  if (offered.length === 0 && extras.length === 0) return null;
  return (
    <Box role="group" aria-label="Services during the stay" sx={{ display: "grid", gap: 1.25 }}>
      {extras.map((extra) => (
        <ExtraRow
          key={extra.key}
          extra={extra}
          service={services.find(({ id }) => id === extra.serviceId)}
          petName={pets.find(({ petId }) => petId === extra.petId)?.petName ?? ""}
          span={span}
          price={prices?.get(extra.key)}
          onChange={(next) => set(extra.key, next)}
        />
      ))}
      {offered.length > 0 && (
        <TextField
          select
          label="Add a service or an add-on during the stay"
          value=""
          onChange={({ target }) => put(offered.find(({ id }) => id === target.value))}
        >
          {offered.map(({ id, name }) => (
            <MenuItem key={id} value={id}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
    </Box>
  );
};

type RowProps = {
  extra: Extra;
  service: Service | undefined;
  petName: string;
  span: StaySpan;
  price: OnItsDays | undefined;
  onChange: (next: Extra | null) => void;
};

const ExtraRow = ({ extra, service, petName, span, price, onChange }: RowProps) => {
  const format = useFormat();
  const staff = useStaff().data?.staff ?? [];
  const doers = service?.availability?.staffIds ?? [];
  const able = staff.filter(({ staffId }) => doers.length === 0 || doers.includes(staffId) || staffId === extra.staffId);
  const title = `${service?.name ?? "Service"} for ${petName}`;
  const on = (stayDay: StayDay) => onChange({ ...extra, stayDay, date: stayDay === StayDay.ON_DATE ? extra.date || span.to : "" });
  return (
    <Box role="group" aria-label={title} sx={{ display: "grid", gridTemplateColumns: "1fr 1fr", gap: 1 }}>
      <Box sx={{ gridColumn: "1 / -1", display: "flex", alignItems: "center", justifyContent: "space-between", gap: 1 }}>
        <Box>
          <Typography variant="subtitle2">{title}</Typography>
          {price && (
            <Typography variant="body2" color="textSecondary">
              {[price.each && `${format.money(price.each)} a day`, format.money(price.total)].filter(Boolean).join(" · ")}
            </Typography>
          )}
        </Box>
        <IconButton size="small" edge="end" aria-label={`Without ${title}`} onClick={() => onChange(null)}>
          <Icon name="close" sx={{ width: 15, height: 15 }} />
        </IconButton>
      </Box>
      <TextField select label="When" value={extra.stayDay} onChange={({ target }) => on(Number(target.value))}>
        {DAY_WORDS.map(({ value, label }) => (
          <MenuItem key={value} value={value}>
            {label}
          </MenuItem>
        ))}
      </TextField>
      <StaffSelect
        label="Staff"
        staff={able}
        value={extra.staffId === "0" ? NO_STAFF : extra.staffId}
        onChange={(staffId) => onChange({ ...extra, staffId })}
      />
      {extra.stayDay === StayDay.ON_DATE && (
        <DateField
          label="Day"
          value={extra.date}
          min={span.from}
          max={span.to}
          error={!isComplete(extra, span)}
          helperText={isComplete(extra, span) ? undefined : "Not a day of the stay"}
          onChange={(date) => onChange({ ...extra, date })}
        />
      )}
    </Box>
  );
};
