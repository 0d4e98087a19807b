import { useMutation } from "@connectrpc/connect-query";
import { type Belonging, CareService } from "@leashline/proto/leashline/calendar/v1/care_service_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Typography from "@mui/material/Typography";
import { useState } from "react";
import { isOvertaken } from "../../../../ui/feedback/call-errors.ts";
import { useFormat } from "../../../../ui/format/useFormat.ts";
import { Icon } from "../../../../ui/icons.tsx";
import { useMayEdit } from "../useCalendar.ts";
import { Adding } from "./Adding.tsx";
import { BelongingPhoto } from "./BelongingPhoto.tsx";
import { PickPhoto } from "./pick-photo.ts";

type Props = { belonging: Belonging; onDone: () => Promise<void> };

/** Something that came along: it goes home, or is corrected while it is here. */
export const BelongingRow = ({ belonging: one, onDone }: Props) => {
  const { appointmentId, belongingId } = one;
  const format = useFormat();
  const mayEdit = useMayEdit();
  // The version that is being corrected.
  const [seen, setSeen] = useState<number>();
  const [overtaken, setOvertaken] = useState(false);
  const leave = () => {
    setSeen(undefined);
    setOvertaken(false);
  };
  const done = { onSettled: onDone };
  const give = useMutation(CareService.method.returnBelonging, done);
  const drop = useMutation(CareService.method.deleteBelonging, done);
  const change = useMutation(CareService.method.updateBelonging, done);
  const back = one.returnTime !== undefined;
  if (seen !== undefined)
    return (
      <Correction
        belonging={one}
        overtaken={overtaken}
        onSave={async (fields) => {
          try {
            // Whoever was overtaken has what they were overtaken with before them.
            const { belonging } = await change.mutateAsync({
              appointmentId,
              belongingId,
              version: overtaken ? one.version : seen,
              ...fields,
            });
            setSeen(belonging?.version);
            setOvertaken(false);
          } catch (error) {
            if (isOvertaken(error)) setOvertaken(true);
            throw error;
          }
        }}
        onLeave={leave}
      />
    );
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
      <Box sx={{ flex: "1 1 140px", minWidth: 0 }}>
        <Typography sx={{ overflowWrap: "anywhere", color: back ? "text.secondary" : "text.primary" }}>{one.name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {back
            ? `Given back by ${one.returnStaffName}, ${format.agoWithin(one.returnTime)}`
            : `Taken in by ${one.staffName}, ${format.agoWithin(one.createTime)}`}
        </Typography>
      </Box>
      <BelongingPhoto path={one.photoPath} text={`${one.name} at drop-off`} />
      <BelongingPhoto path={one.returnPhotoPath} text={`${one.name} at pick-up`} />
      {mayEdit && !back && (
        <IconButton aria-label={`Correct ${one.name}`} title="Correct what was written down" onClick={() => setSeen(one.version)}>
          <Icon name="edit" />
        </IconButton>
      )}
      {!back && (
        <PickPhoto
          label={`Return ${one.name} with a photo`}
          onPicked={(photoPath) => give.mutate({ appointmentId, belongingId, returned: true, photoPath })}
        />
      )}
      {!back && (
        <IconButton
          aria-label={`Delete ${one.name}`}
          title="Delete: it was written down by mistake"
          onClick={() => drop.mutate({ appointmentId, belongingId })}
        >
          <Icon name="trash" />
        </IconButton>
      )}
      <Button
        aria-label={back ? `${one.name} is here` : `Return ${one.name}`}
        onClick={() => give.mutate({ appointmentId, belongingId, returned: !back })}
      >
        {back ? "Still here" : "Return"}
      </Button>
    </Box>
  );
};

type CorrectionProps = {
  belonging: Belonging;
  /** Somebody else changed it since. */
  overtaken: boolean;
  onSave: (fields: { name?: string; photoPath?: string }) => Promise<void>;
  onLeave: () => void;
};

const Correction = ({ belonging: { name, photoPath: photo }, overtaken, onSave, onLeave }: CorrectionProps) => {
  // Picked, or "" to have none, and not saved.
  const [picked, setPicked] = useState<string>();
  const saveName = async (text: string) => {
    await onSave({ name: text, ...(picked !== undefined && { photoPath: picked }) });
    onLeave();
  };
  const savePhoto = (photoPath: string) =>
    void onSave({ photoPath }).then(
      () => setPicked(undefined),
      () => setPicked(photoPath),
    );
  const shown = picked ?? photo;
  return (
    <Box role="group" aria-label={`Correct ${name}`} sx={{ display: "grid", gap: 1 }}>
      {overtaken && (
        <Alert severity="warning">
          Someone else just changed this. It is now “{name}”. What you typed or picked is still here: save it to use it instead.
        </Alert>
      )}
      <Adding label="What it is" start={name} action="Save" onAdd={saveName} />
      <Box sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "center" }}>
        <BelongingPhoto path={shown} text={`${name} at drop-off`} />
        <PickPhoto label={`Another photo of ${name}`} onPicked={savePhoto} />
        {shown && <Button onClick={() => savePhoto("")}>Remove the photo</Button>}
        <Button onClick={onLeave}>Cancel</Button>
      </Box>
    </Box>
  );
};
