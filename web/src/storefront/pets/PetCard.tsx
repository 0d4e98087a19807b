import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import TextField from "@mui/material/TextField";
import ToggleButton from "@mui/material/ToggleButton";
import ToggleButtonGroup from "@mui/material/ToggleButtonGroup";
import Typography from "@mui/material/Typography";
import { Icon } from "../../ui/icons.tsx";
import { PetAvatar } from "../../ui/PetAvatar.tsx";
import { type Pet, useDraft, weightOf } from "../draft.ts";
import { PetQuestions } from "../questions/PetQuestions.tsx";
import type { Shop } from "../types.ts";
import { changePet, removePet } from "./changes.ts";
import { OfferRow } from "./OfferRow.tsx";
import { OwnPets } from "./OwnPets.tsx";
import { offersFor, pressed, whole } from "./own-pets.ts";
import { fits, wantsWeight } from "./weights.ts";

const kinds = ["Dog", "Cat", "Other"];
export const PetCard = ({ pet, shop, only }: { pet: Pet; shop: Shop; only: boolean }) => {
  const set = (change: Partial<Pet>) => changePet(pet.key, change);
  const label = pet.petName.trim() || "your pet";
  const kind = useDraft((draft) => draft.kind ?? "visit");
  const offers = offersFor(pet, kind, shop);
  const weigh = (weight: string) => {
    const chosen = shop.services.filter((one) => pet.serviceIds.includes(one.serviceId) && fits(one, { weight }, shop));
    set({
      weight,
      serviceIds: whole(
        chosen.map(({ serviceId }) => serviceId),
        shop,
      ),
    });
  };
  const groups = [...Map.groupBy(offers, (one) => one.categoryName || "Services")];
  const toggle = (id: string) => set({ serviceIds: pressed(pet.serviceIds, id, shop) });
  return (
    <Box
      component="section"
      aria-label={label}
      sx={{ p: 1.75, bgcolor: "background.paper", border: 1, borderColor: "line", borderRadius: 1.75, display: "grid", gap: 1.5 }}
    >
      <OwnPets pet={pet} shop={shop} />
      <Box sx={{ display: "flex", alignItems: "center", gap: 1.25 }}>
        <PetAvatar pet={{ id: String(pet.key), name: pet.petName, species: pet.petType, breed: pet.breed }} size={44} />
        <TextField
          label="Pet's name"
          value={pet.petName}
          onChange={(event) => set({ petName: event.target.value })}
          fullWidth
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
        {!only && (
          <IconButton aria-label={`Remove ${label}`} onClick={() => removePet(pet.key)}>
            <Icon name="close" />
          </IconButton>
        )}
      </Box>
      <Box sx={{ display: "flex", flexWrap: { xs: "wrap", sm: "nowrap" }, gap: 1.25 }}>
        <ToggleButtonGroup
          exclusive
          value={pet.petType}
          aria-label={`What ${label} is`}
          onChange={(_, kind: string | null) => kind && set({ petType: kind, serviceIds: [] })}
        >
          {kinds.map((kind) => (
            <ToggleButton key={kind} value={kind} sx={{ minHeight: 44, px: 2 }}>
              {kind}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        <TextField
          label="Breed"
          value={pet.breed}
          onChange={(event) => set({ breed: event.target.value })}
          fullWidth
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <TextField
          label={`Weight, ${shop.weightUnit}`}
          value={pet.weight ?? ""}
          onChange={({ target }) => /^\d{0,4}([.,]\d{0,2})?$/.test(target.value) && weigh(target.value)}
          autoComplete="off"
          helperText={wantsWeight(pet, shop) ? "So we know this service fits" : undefined}
          sx={{ width: { xs: 1, sm: 190 }, flex: "none" }}
          slotProps={{ htmlInput: { inputMode: "decimal" } }}
        />
      </Box>
      {groups.map(([category, list]) => (
        <Box key={category}>
          {groups.length > 1 && (
            <Typography variant="overline" sx={{ color: "text.tertiary" }}>
              {category}
            </Typography>
          )}
          <Box sx={{ display: "grid", gap: 0.75 }}>
            {list.map((offer) => (
              <OfferRow
                key={offer.serviceId}
                offer={offer}
                shop={shop}
                chosen={pet.serviceIds.includes(offer.serviceId)}
                onToggle={() => toggle(offer.serviceId)}
              />
            ))}
          </Box>
        </Box>
      ))}
      {groups.length === 0 && (
        <Typography color="textSecondary">
          {weightOf(pet) > 0 ? "Nothing online for this weight." : `Nothing online for a ${pet.petType.toLowerCase()} yet.`}
        </Typography>
      )}
      {pet.serviceIds.length > 0 && <PetQuestions pet={pet} shop={shop} onChange={set} />}
      {pet.serviceIds.length > 0 && (
        <TextField
          label={`Anything we should know about ${label}?`}
          value={pet.notes}
          onChange={(event) => set({ notes: event.target.value })}
          multiline
          slotProps={{ htmlInput: { maxLength: 1000 } }}
        />
      )}
    </Box>
  );
};
