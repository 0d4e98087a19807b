import { useQuery } from "@connectrpc/connect-query";
import { IncidentPart } from "@leashline/proto/leashline/customer/v1/incident_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Chip from "@mui/material/Chip";
import IconButton from "@mui/material/IconButton";
import MenuItem from "@mui/material/MenuItem";
import TextField from "@mui/material/TextField";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { Icon } from "../../../ui/icons.tsx";
import { ClientPicker, type PickedClient } from "../shared/ClientPicker.tsx";
import { type InvolvedPet, involved, PARTS, warningOf } from "./incident-values.ts";

type Props = {
  value: readonly InvolvedPet[];
  onChange: (pets: InvolvedPet[]) => void;
  /** The type warns of whoever caused it, so each part has to be said. */
  warns: boolean;
  error: string | undefined;
};
const CHOOSE = "";

/** The pets of a report, each with its part in it; more are found by their owner. */
export const PetsField = ({ value, onChange, warns, error }: Props) => {
  const [finding, setFinding] = useState(false);
  const warning = warningOf(value, warns);
  return (
    <Box role="group" aria-label="Pets" sx={{ display: "grid", gap: 1 }}>
      <Typography variant="h3">Pets</Typography>
      {value.map((pet) => (
        <Box key={pet.petId} sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr) 150px auto", gap: 1, alignItems: "center" }}>
          <Typography sx={{ overflowWrap: "anywhere" }}>
            {pet.petName}
            {pet.owner && (
              <Typography component="span" color="textSecondary">
                {` · ${pet.owner}`}
              </Typography>
            )}
          </Typography>
          <TextField
            select
            size="small"
            value={pet.part || (warns ? CHOOSE : String(IncidentPart.INVOLVED))}
            onChange={({ target }) => onChange(value.map((one) => (one === pet ? { ...one, part: target.value } : one)))}
            slotProps={{ select: { displayEmpty: true, SelectDisplayProps: { "aria-label": `Part of ${pet.petName}` } } }}
          >
            {warns && (
              <MenuItem value={CHOOSE} disabled>
                Its part?
              </MenuItem>
            )}
            {PARTS.map((part) => (
              <MenuItem key={part.value} value={part.value}>
                {part.label}
              </MenuItem>
            ))}
          </TextField>
          <IconButton aria-label={`Leave out ${pet.petName}`} onClick={() => onChange(value.filter((one) => one !== pet))}>
            <Icon name="close" sx={{ width: 16, height: 16 }} />
          </IconButton>
        </Box>
      ))}
      {warning && (
        <Typography variant="body2" color="textSecondary">
          {warning}
        </Typography>
      )}
      {error && (
        <Typography role="alert" variant="body2" color="error">
          {error}
        </Typography>
      )}
      {(finding || value.length === 0) && (
        <FindPet
          chosen={value}
          onAdd={(pet) => {
            onChange([...value, pet]);
            setFinding(false);
          }}
        />
      )}
      {value.length > 0 && !finding && (
        <Button size="small" startIcon={<Icon name="plus" />} sx={{ justifySelf: "start" }} onClick={() => setFinding(true)}>
          Another pet
        </Button>
      )}
    </Box>
  );
};

const FindPet = ({ chosen, onAdd }: { chosen: readonly InvolvedPet[]; onAdd: (pet: InvolvedPet) => void }) => {
  const [client, setClient] = useState<PickedClient>();
  const pets = useQuery(PetService.method.listPets, { customerId: client?.customerId ?? "0" }, { enabled: client !== undefined });
  const left = (pets.data?.pets ?? []).filter(({ petId }) => !chosen.some((one) => one.petId === petId));
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <ClientPicker value={client} onPick={setClient} />
      {client && pets.data && left.length === 0 && <Typography color="textSecondary">No other pet of {client.name}.</Typography>}
      {client && (
        <Box sx={{ display: "flex", flexWrap: "wrap", gap: 0.75 }}>
          {left.map((pet) => (
            <Chip key={pet.petId} label={pet.petName} onClick={() => onAdd(involved(pet, client.name))} />
          ))}
        </Box>
      )}
    </Box>
  );
};
