import { useMutation } from "@connectrpc/connect-query";
import type { Location } from "@leashline/proto/leashline/account/v1/location_pb.js";
import { LocationService } from "@leashline/proto/leashline/account/v1/location_service_pb.js";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import { TextLink } from "../../../ui/links/Link.tsx";
import { Section } from "../../../ui/page/Section.tsx";

const SHOWN = [
  ["showPhoneNumber", "The phone number"],
  ["showContactEmail", "The email"],
] as const;

/** What the storefront shows of a location. Each switch is saved as it is moved. */
export const StorefrontShows = ({ known, onSaved }: { known: Location; onSaved: () => void }) => {
  const update = useMutation(LocationService.method.updateOnlinePreference, { onSuccess: onSaved });
  return (
    <Section title="On the storefront" action={<TextLink to="/online_booking/settings">Online booking</TextLink>}>
      <Box sx={{ display: "grid" }}>
        {SHOWN.map(([name, label]) => (
          <FormControlLabel
            key={name}
            control={
              <Switch
                checked={known.onlinePreference?.[name] ?? false}
                disabled={update.isPending}
                onChange={(_, on) => update.mutate({ id: known.id, [name]: on })}
              />
            }
            label={label}
          />
        ))}
      </Box>
    </Section>
  );
};
