import { useMutation, useQuery } from "@connectrpc/connect-query";
import { PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import { TagService } from "@leashline/proto/leashline/customer/v1/tag_pb.js";
import { VaccineService } from "@leashline/proto/leashline/customer/v1/vaccine_pb.js";
import Box from "@mui/material/Box";
import { useCan } from "../../../app/session/session.ts";
import { RowsSkeleton } from "../../../ui/feedback/Skeletons.tsx";
import { plural } from "../../../ui/format/text.ts";
import { moved } from "../../../ui/lists/useRowDrag.ts";
import { NameList } from "../../settings/NameList.tsx";
import { SettingsFrame } from "../../settings/SettingsFrame.tsx";
import { IncidentTypes } from "./IncidentTypes.tsx";
import { PetSizes } from "./PetSizes.tsx";
import { VaccineProofs } from "./VaccineProofs.tsx";
import { Vaccines } from "./Vaccines.tsx";

/** Tags on clients; kinds, sizes, coats, warnings and vaccines of pets. */
const ClientsAndPets = () => {
  const canTag = useCan("editClient");
  const canSet = useCan("accessBusinessSettings");
  const tags = useQuery(TagService.method.listTags);
  const pets = useQuery(PetSettingsService.method.getPetSettings);
  const vaccines = useQuery(VaccineService.method.listVaccines);
  const tagsChanged = { onSuccess: () => void tags.refetch() };
  const petsChanged = { onSuccess: () => void pets.refetch() };
  const vaccinesChanged = { onSuccess: () => void vaccines.refetch() };
  const createTag = useMutation(TagService.method.createTag, tagsChanged);
  const updateTag = useMutation(TagService.method.updateTag, tagsChanged);
  const sortTags = useMutation(TagService.method.sortTags, tagsChanged);
  const deleteTag = useMutation(TagService.method.deleteTag, tagsChanged);
  const saveType = useMutation(PetSettingsService.method.savePetType, petsChanged);
  const deleteType = useMutation(PetSettingsService.method.deletePetType, petsChanged);
  const saveCoat = useMutation(PetSettingsService.method.saveCoatType, petsChanged);
  const deleteCoat = useMutation(PetSettingsService.method.deleteCoatType, petsChanged);
  const saveCode = useMutation(PetSettingsService.method.savePetCode, petsChanged);
  const deleteCode = useMutation(PetSettingsService.method.deletePetCode, petsChanged);
  const { petTypes, coatTypes, petCodes } = pets.data ?? {};

  // All of it at once: lists that come one after the other would push each other down under the hand.
  if (tags.isPending || pets.isPending || vaccines.isPending)
    return (
      <SettingsFrame title="Clients and pets">
        <RowsSkeleton />
      </SettingsFrame>
    );
  return (
    <SettingsFrame title="Clients and pets">
      <Box sx={{ display: "grid", gridTemplateColumns: { xs: "minmax(0, 1fr)", lg: "1fr 1fr" }, gap: 2, alignItems: "start" }}>
        <NameList
          title="Client tags"
          what="tag"
          canEdit={canTag}
          error={tags.error}
          items={tags.data?.tags.map(({ id, name, clientCount }) => ({ id, name, note: plural(clientCount, "client") }))}
          onAdd={(name) => createTag.mutateAsync({ name })}
          onRename={(id, name) => updateTag.mutateAsync({ id, name })}
          onDelete={(id) => deleteTag.mutateAsync({ id })}
          onMove={(from, to) => sortTags.mutate({ ids: moved(tags.data?.tags.map(({ id }) => id) ?? [], from, to) })}
        />
        <NameList
          title="Kinds of pet"
          what="kind"
          canEdit={canSet}
          error={pets.error}
          items={petTypes?.map(({ id, name, breeds }) => ({ id, name, note: plural(breeds.length, "breed") }))}
          onAdd={(name) => saveType.mutateAsync({ name })}
          onRename={(id, name) => saveType.mutateAsync({ id, name })}
          onDelete={(id) => deleteType.mutateAsync({ id })}
        />
        <PetSizes canEdit={canSet} />
        <NameList
          title="Coat types"
          what="coat type"
          canEdit={canSet}
          error={pets.error}
          items={coatTypes?.map(({ id, name }) => ({ id, name }))}
          onAdd={(name) => saveCoat.mutateAsync({ name })}
          onRename={(id, name) => saveCoat.mutateAsync({ id, name })}
          onDelete={(id) => deleteCoat.mutateAsync({ id })}
        />
        <NameList
          title="Warnings on pets"
          what="warning"
          newLabel="New warning: up to 4 letters, the name comes next"
          maxLength={4}
          canEdit={canSet}
          error={pets.error}
          items={petCodes?.map(({ id, abbreviation, description, petCount }) => ({
            id,
            name: abbreviation,
            note: [description, plural(petCount, "pet")].filter(Boolean).join(" · "),
          }))}
          onAdd={(abbreviation) => saveCode.mutateAsync({ abbreviation })}
          onRename={(id, abbreviation) => saveCode.mutateAsync({ id, abbreviation })}
          onDelete={(id) => deleteCode.mutateAsync({ id })}
        />
        <IncidentTypes canEdit={canSet} types={pets.data?.incidentTypes} error={pets.error} onChanged={petsChanged.onSuccess} />
        <Vaccines
          vaccines={vaccines.data?.vaccines}
          petTypes={petTypes ?? []}
          error={vaccines.error}
          canEdit={canSet}
          onChanged={vaccinesChanged.onSuccess}
        />
        <VaccineProofs canEdit={canSet} />
      </Box>
    </SettingsFrame>
  );
};

export default ClientsAndPets;
