import { useMutation, useQuery } from "@connectrpc/connect-query";
import {
  type SquareLocation as Place,
  type SquareAccount,
  SquareAccountService,
} from "@leashline/proto/leashline/payment/v1/square_account_service_pb.js";
import FormControlLabel from "@mui/material/FormControlLabel";
import Radio from "@mui/material/Radio";
import RadioGroup from "@mui/material/RadioGroup";
import Typography from "@mui/material/Typography";
import { ErrorState } from "../../../ui/feedback/ErrorState.tsx";
import { FormSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { Section } from "../../../ui/page/Section.tsx";

const title = "Square location";

const labelOf = ({ name, address, usable, currency }: Place, ours: string): string => {
  const why = usable ? "" : currency !== ours ? `works in ${currency}` : "takes no cards";
  return [name, address, why].filter(Boolean).join(" · ");
};

/** Which of the account's places this location is. */
export const SquareLocation = ({ account, onChanged }: { account: SquareAccount; onChanged: () => void }) => {
  const { data, error, refetch } = useQuery(SquareAccountService.method.listSquareLocations);
  const choose = useMutation(SquareAccountService.method.chooseSquareLocation, {
    meta: { success: "Saved" },
    onSettled: onChanged,
  });
  if (!data)
    return (
      <Section title={title}>
        {error ? <ErrorState compact error={error} onRetry={() => void refetch()} /> : <FormSkeleton fields={2} />}
      </Section>
    );
  const { version, locationId } = account;
  return (
    <Section title={title}>
      <Typography color="textSecondary">New payments are taken at this location of your Square account.</Typography>
      <RadioGroup
        aria-label={title}
        value={choose.isPending ? choose.variables.locationId : locationId}
        onChange={(_, chosen) => choose.mutate({ locationId: chosen, version })}
      >
        {data.locations.map((place) => (
          <FormControlLabel
            key={place.id}
            value={place.id}
            disabled={!place.usable || choose.isPending}
            control={<Radio />}
            label={labelOf(place, account.currency)}
          />
        ))}
      </RadioGroup>
      {data.locations.length === 0 && <Typography>This Square account has no location yet. Add one on Square's own pages.</Typography>}
    </Section>
  );
};
