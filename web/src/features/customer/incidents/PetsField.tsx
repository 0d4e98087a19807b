import { useQuery } from "@connectrpc/connect-query";
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
import { type InvolvedPet, involved, PARTS } from "./incident-values.ts";

type Props = { value: readonly InvolvedPet[]; onChange: (pets: InvolvedPet[]) => void; disabled: boolean; error: string | undefined };

/** The pets of a report, each with its part in it; more are found by their owner. */
export const PetsField = ({ value, onChange, disabled, error }: Props) => {
  const [finding, setFinding] = useState(false);
  return (
    <Box role="group" aria-label="Pets" sx={{ display: "grid", gap: 1 }}>
      <Typography variant="h3">Pets</Typography>
      {value.map((pet) => (
        <Box key={pet.petId} sx={{ display: "grid", gridTemplateColumns: "minmax(0, 1fr) 150px auto", gap: 1, alignItems: "center" }}>
          <Typography sx={{ overflowWrap: "anywhere" }}>{pet.petName}</Typography>
          <TextField
            select
            size="small"
            disabled={disabled}
            value={pet.part}
            onChange={({ target }) => onChange(value.map((one) => (one === pet ? { ...one, part: target.value } : one)))}
            slotProps={{ select: { SelectDisplayProps: { "aria-label": `Part of ${pet.petName}` } } }}
          >
            {PARTS.map((part) => (
              <MenuItem key={part.value} value={part.value}>
                {part.label}
              </MenuItem>
            ))}
          </TextField>
          <IconButton
            aria-label={`Leave out ${pet.petName}`}
            disabled={disabled}
            onClick={() => onChange(value.filter((one) => one !== pet))}
          >
            <Icon name="close" sx={{ width: 16, height: 16 }} />
          </IconButton>
        </Box>
      ))}
      {error && (
        <Typography role="alert" variant="body2" color="error">
          {error}
        </Typography>
      )}
      {!disabled && (finding || value.length === 0) && (
        <FindPet
          chosen={value}
          onAdd={(pet) => {
            onChange([...value, pet]);
            setFinding(false);
          }}
        />
      )}
      {!disabled && value.length > 0 && !finding && (
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
            <Chip key={pet.petId} label={pet.petName} onClick={() => onAdd(involved(pet))} />
          ))}
        </Box>
      )}
    </Box>
  );
};
