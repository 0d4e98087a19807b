import { useMutation } from "@connectrpc/connect-query";
import { type IncidentType, PetSettingsService } from "@leashline/proto/leashline/customer/v1/pet_settings_pb.js";
import Box from "@mui/material/Box";
import FormControlLabel from "@mui/material/FormControlLabel";
import Switch from "@mui/material/Switch";
import Typography from "@mui/material/Typography";
import { NameList } from "../../settings/NameList.tsx";

type Props = { types: readonly IncidentType[] | undefined; error: unknown; canEdit: boolean; onChanged: () => void };

/** What reports of incidents are about, and which of them staff are warned of afterwards. */
export const IncidentTypes = ({ types, error, canEdit, onChanged }: Props) => {
  const save = useMutation(PetSettingsService.method.saveIncidentType, { onSuccess: onChanged });
  const remove = useMutation(PetSettingsService.method.deleteIncidentType, { onSuccess: onChanged });
  return (
    <Box sx={{ display: "grid", gap: 1 }}>
      <NameList
        title="Incident types"
        what="incident type"
        canEdit={canEdit}
        error={error}
        items={types?.map(({ id, name }) => ({ id, name }))}
        onAdd={(name) => save.mutateAsync({ name })}
        onRename={(id, name) => save.mutateAsync({ id, name })}
        onDelete={(id) => remove.mutateAsync({ id })}
      />
      {canEdit && types && types.length > 0 && (
        <Box role="group" aria-label="Warn staff about a pet that caused" sx={{ px: 1 }}>
          <Typography variant="body2" color="textSecondary">
            Warn staff about a pet that caused
          </Typography>
          <Box sx={{ display: "flex", flexWrap: "wrap", columnGap: 1.5 }}>
            {types.map(({ id, name, warns }) => (
              <FormControlLabel
                key={id}
                control={<Switch size="small" checked={warns} onChange={(_, on) => save.mutate({ id, warns: on })} />}
                label={name}
              />
            ))}
          </Box>
        </Box>
      )}
    </Box>
  );
};
