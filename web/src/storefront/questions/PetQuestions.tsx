import { QuestionSubject } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import TextField from "@mui/material/TextField";
import type { Pet } from "../draft.ts";
import type { Shop } from "../types.ts";
import { overLimit } from "./asked.ts";
import { Questions } from "./Questions.tsx";

type Props = { pet: Pet; shop: Shop; onChange: (change: Partial<Pet>) => void };

/** Weight, coat and what else the shop asks of a pet. */
export const PetQuestions = ({ pet, shop, onChange }: Props) => {
  if (shop.questions.length === 0) return null;
  const notice = overLimit(shop.questions, pet);
  return (
    <>
      <Box sx={{ display: "flex", gap: 1.25 }}>
        <TextField
          label="Weight"
          value={pet.weight ?? ""}
          onChange={(event) => onChange({ weight: event.target.value.replace(/[^0-9.]/g, "").slice(0, 6) })}
          fullWidth
          slotProps={{ htmlInput: { inputMode: "decimal" } }}
        />
        <TextField
          label="Coat type"
          value={pet.coatType ?? ""}
          onChange={(event) => onChange({ coatType: event.target.value })}
          fullWidth
          slotProps={{ htmlInput: { maxLength: 60 } }}
        />
      </Box>
      {notice && (
        <Alert severity="info" role="status">
          {notice}
        </Alert>
      )}
      <Questions
        questions={shop.questions}
        subject={QuestionSubject.PET}
        answers={pet.answers ?? {}}
        onChange={(answers) => onChange({ answers })}
      />
    </>
  );
};
