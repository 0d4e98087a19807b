import type { Client } from "@leashline/proto/leashline/customer/v1/client_pb.js";
import Box from "@mui/material/Box";
import { type Control, Controller, useWatch } from "react-hook-form";
import { PictureField } from "../../../app/upload/PictureField.tsx";
import { Avatar } from "../../../ui/Avatar.tsx";
import { FormColour } from "../../../ui/form/FormColour.tsx";
import { clientName } from "../shared/client-name.ts";
import type { FaceValues } from "./client-values.ts";

type Props = { control: Control<FaceValues>; client: Client; disabled: boolean };

/** How a client looks wherever they are named: their picture, or their initials in a color of theirs. */
export const Face = ({ control, client, disabled }: Props) => {
  const colour = useWatch({ control, name: "clientColor" });
  const name = clientName(client);
  return (
    <Box sx={{ display: "grid", gap: 1.75, mb: 2 }}>
      <Controller
        control={control}
        name="avatarPath"
        render={({ field }) => (
          <PictureField
            name={name}
            value={field.value}
            onChange={field.onChange}
            disabled={disabled}
            stand={<Avatar name={name} id={client.customerId} size={64} colour={colour} />}
          />
        )}
      />
      <FormColour control={control} name="clientColor" label="Color of their initials" none="Automatic" disabled={disabled} />
    </Box>
  );
};
