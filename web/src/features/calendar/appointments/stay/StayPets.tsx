import type { FindFreeLodgingsResponse } from "@leashline/proto/leashline/calendar/v1/stay_service_pb.js";
import type { Pet } from "@leashline/proto/leashline/customer/v1/pet_pb.js";
import { PriceUnit, type Service } from "@leashline/proto/leashline/offering/v1/service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Checkbox from "@mui/material/Checkbox";
import FormControlLabel from "@mui/material/FormControlLabel";
import MenuItem from "@mui/material/MenuItem";
import Switch from "@mui/material/Switch";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { CHOSEN, RoomSelect } from "./RoomSelect.tsx";
import { bestRate } from "./rated-rooms.ts";
import { chosenText } from "./useFreeLodgings.ts";

type Props = {
  pets: readonly Pet[];
  petIds: readonly string[];
  onPets: (petIds: string[]) => void;
  services: readonly Service[];
  serviceId: string;
  onService: (serviceId: string) => void;
  found: FindFreeLodgingsResponse | undefined;
  /** Each in a room of its own. */
  apart: boolean;
  onApart: (apart: boolean) => void;
  roomOf: (petId: string) => string;
  onRoom: (petIds: readonly string[], unitId: string) => void;
  refused: string | undefined;
};

/** Which pets stay, for which service, and in which room: together, or each in its own. */
export const StayPets = (props: Props) => {
  const { pets, petIds, onPets, services, serviceId, onService, found, apart, onApart, roomOf, onRoom, refused } = props;
  const format = useFormat();
  const boarding = services.find(({ id }) => id === serviceId);
  const staying = pets.filter((pet) => petIds.includes(pet.petId));
  const groups = apart
    ? staying.map((pet) => ({ label: `Room of ${pet.petName}`, ids: [pet.petId] }))
    : [{ label: "Room", ids: [...petIds] }];
  const toggle = (petId: string) => onPets(petIds.includes(petId) ? petIds.filter((id) => id !== petId) : [...petIds, petId]);
  return (
    <>
      {pets.length === 0 && <Alert severity="info">This client has no pet yet.</Alert>}
      <Box role="group" aria-label="Pets" sx={{ display: "grid" }}>
        {pets.map((pet) => (
          <FormControlLabel
            key={pet.petId}
            control={<Checkbox checked={petIds.includes(pet.petId)} onChange={() => toggle(pet.petId)} />}
            label={
              <>
                {pet.petName}{" "}
                <Typography component="span" color="textSecondary">
                  {[pet.breed, pet.weight > 0 && format.weight(pet.weight)].filter(Boolean).join(", ")}
                </Typography>
              </>
            }
          />
        ))}
      </Box>
      <TextField select label="Service" value={serviceId} onChange={({ target }) => onService(target.value)}>
        {services.map((one) => (
          <MenuItem key={one.id} value={one.id}>
            {one.name} · {format.money(one.price, { short: true })}
          </MenuItem>
        ))}
      </TextField>
      {found &&
        groups.map(({ label, ids }, index) => {
          const [chosen, value] = [chosenText(found, ids), roomOf(ids[0] ?? "0")];
          const none = chosen === "" && value === CHOSEN;
          return (
            <RoomSelect
              key={label}
              label={label}
              found={found}
              chosen={[chosen, bestRate(found, ids, boarding, format.money)].filter(Boolean).join(" · ")}
              rated={boarding?.priceUnit === PriceUnit.PER_NIGHT}
              value={value}
              error={(index === 0 && refused) || (none ? "No room is free for them throughout" : undefined)}
              onChange={(unitId) => onRoom(ids, unitId)}
            />
          );
        })}
      {!found && refused && <Alert severity="error">{refused}</Alert>}
      {found && petIds.length > 1 && (
        <FormControlLabel control={<Switch checked={apart} onChange={(_, on) => onApart(on)} />} label="Separate rooms" />
      )}
    </>
  );
};
