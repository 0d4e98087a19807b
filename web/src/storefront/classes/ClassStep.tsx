import { useQuery } from "@connectrpc/connect-query";
import { type BookableClass, ClassBookingService } from "@leashline/proto/leashline/online_booking/v1/class_booking_pb.js";
import Alert from "@mui/material/Alert";
import RadioGroup from "@mui/material/RadioGroup";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { messageOf } from "../../ui/feedback/call-errors.ts";
import { Bill } from "../Bill.tsx";
import { useDraft } from "../draft.ts";
import { petsText, servicesText } from "../money.ts";
import { StepFrame } from "../steps/StepFrame.tsx";
import type { Shop } from "../types.ts";
import { ClassCard } from "./ClassCard.tsx";
import { draftOf } from "./classes.ts";

/** Which of the classes that begin soon; places are kept from when the request is sent. */
const ClassStep = ({ shop }: { shop: Shop }) => {
  const draft = useDraft();
  const { bookOnlineName } = shop;
  const serviceId = draft.pets[0]?.serviceIds[0] ?? "0";
  const { data, error } = useQuery(ClassBookingService.method.getBookableClasses, { bookOnlineName, serviceId }, { meta: { quiet: true } });
  const classes = data?.classes ?? [];
  const chosen = classes.find(({ classId }) => classId === draft.classId);
  const choose = (next: BookableClass) => useDraft.setState({ ...draftOf(next, draft.pets.length), startTime: undefined });
  return (
    <StepFrame
      title={`Which class for ${petsText(draft.pets) || "your pet"}?`}
      lead={servicesText(draft.pets, shop)}
      onBack={() => useDraft.setState({ step: "pets" })}
      onNext={() => chosen && useDraft.setState({ ...draftOf(chosen, draft.pets.length), step: "you" })}
      next={draft.classWait ? "Continue to the waitlist" : "Continue"}
      missing={chosen ? undefined : "Choose the class"}
    >
      {error && <Alert severity="error">{messageOf(error)}</Alert>}
      {!data && !error && <Skeleton variant="rounded" height={240} />}
      {data && classes.length === 0 && (
        <Typography color="textSecondary">No class of this kind is planned just now. Please ask us when the next one begins.</Typography>
      )}
      {classes.length > 0 && (
        <RadioGroup aria-label="Class" value={chosen?.classId ?? ""} sx={{ gap: 1.25 }}>
          {classes.map((one) => (
            <ClassCard
              key={one.classId}
              one={one}
              shop={shop}
              pets={draft.pets.length}
              chosen={one.classId === draft.classId}
              onChoose={() => choose(one)}
            />
          ))}
        </RadioGroup>
      )}
      {chosen && draft.classWait && (
        <Alert severity="info">You ask to wait for a place. You pay nothing until there is one, and we let you know.</Alert>
      )}
      {chosen && <Bill draft={draft} shop={shop} />}
    </StepFrame>
  );
};

export default ClassStep;
