import { useQuery } from "@connectrpc/connect-query";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import type { Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import { goesWith } from "@leashline/proto/rules/goes-with.ts";
import Alert from "@mui/material/Alert";
import Autocomplete from "@mui/material/Autocomplete";
import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import TextField from "@mui/material/TextField";
import { messageOf } from "../../../../ui/feedback/call-errors.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { PetAvatar } from "../../../../ui/PetAvatar.tsx";
import { familyIn, familyOf, type WaitDraft } from "./wait-draft.ts";

type Props = { draft: WaitDraft; services: readonly Service[]; set: (change: Partial<WaitDraft>) => void };

/** A service by itself, an add-on on top of a service that it goes with. */
const mayStand = (one: Service, chosen: readonly Service[]): boolean =>
  !one.addOn || chosen.some((service) => !service.addOn && goesWith(one, service));

/** Each pet with the services it waits for, and their add-ons. */
export const WaitPets = ({ draft, services, set }: Props) => {
  const format = useFormat();
  const { client, lines } = draft;
  const pets = useQuery(PetService.method.listPets, { customerId: client?.customerId ?? "0" }, { enabled: client !== undefined });
  const family = familyIn(draft, services);
  // A class is waited for on its own page.
  const offered = services.filter(({ careType }) => careType !== "GROUP_CLASS" && (!family || familyOf(careType) === family));
  if (pets.isError) return <Alert severity="error">{messageOf(pets.error)}</Alert>;
  if (!pets.data) return <Skeleton variant="rounded" height={56} />;
  const shown = pets.data.pets.filter(({ petId, lifeStatus }) => lifeStatus !== 2 || lines.some((line) => line.petId === petId));
  if (shown.length === 0) return <Alert severity="info">This client has no pet yet.</Alert>;
  const choose = (petId: string, chosen: readonly Service[]) => {
    const kept = chosen.filter((one) => mayStand(one, chosen));
    set({ lines: [...lines.filter((line) => line.petId !== petId), ...kept.map(({ id }) => ({ petId, serviceId: id }))] });
  };
  const chosenBy = (petId: string) => services.filter(({ id }) => lines.some((line) => line.petId === petId && line.serviceId === id));
  return (
    <>
      {shown.map(({ petId, petName, petType, breed }) => (
        <Box key={petId} sx={{ display: "grid", gridTemplateColumns: "auto minmax(0, 1fr)", gap: 1.25, alignItems: "center" }}>
          <PetAvatar pet={{ id: petId, name: petName, species: petType, breed }} size={34} />
          <Autocomplete
            multiple
            disableCloseOnSelect
            options={offered.filter((one) => mayStand(one, chosenBy(petId)))}
            value={chosenBy(petId)}
            getOptionLabel={({ name }) => name}
            getOptionKey={({ id }) => id}
            isOptionEqualToValue={(a, b) => a.id === b.id}
            onChange={(_, chosen) => choose(petId, chosen)}
            renderOption={({ key, ...props }, { name, price }) => (
              <li key={key} {...props}>
                {name} · {format.money(price, { short: true })}
              </li>
            )}
            renderInput={(params) => <TextField {...params} label={`Services for ${petName}`} />}
          />
        </Box>
      ))}
    </>
  );
};
