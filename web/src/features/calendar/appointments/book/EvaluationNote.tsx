import { useQuery } from "@connectrpc/connect-query";
import { EvaluationService, type LackingEvaluation, LackingReason } from "@leashline/proto/leashline/offering/v1/evaluation_service_pb.js";
import Alert from "@mui/material/Alert";
import Button from "@mui/material/Button";
import { isoToDay } from "../../../../ui/format/dates.ts";
import { usePets } from "../../shared/client-link/usePets.ts";
import type { Draft } from "../fields/useBooking.ts";

type Pair = { petId: string; serviceId: string };

/** What the pets of a booking have to pass first, and the evaluation to book instead. Whether it may be booked all the same is asked when booking. */
export const EvaluationNote = ({ draft }: { draft: Draft }) => {
  const { plan, client, removeLine, toggle } = draft;
  const instead = ({ petId, serviceId, evaluationServiceId }: LackingEvaluation) => {
    for (const line of plan.lines) if (line.petId === petId && line.serviceId === serviceId) removeLine(line);
    if (!plan.lines.some((line) => line.petId === petId && line.serviceId === evaluationServiceId)) toggle(petId, evaluationServiceId);
  };
  return (
    <EvaluationNotes
      pairs={plan.lines.filter(({ addOn }) => !addOn)}
      date={plan.date}
      customerId={client?.customerId}
      onInstead={instead}
    />
  );
};

type Props = { pairs: readonly Pair[]; date: string; customerId: string | undefined; onInstead?: (lacking: LackingEvaluation) => void };

export const EvaluationNotes = ({ pairs, date, customerId, onInstead }: Props) => {
  const pets = usePets(customerId).data?.pets ?? [];
  const [petIds, serviceIds] = [[...new Set(pairs.map((one) => one.petId))], [...new Set(pairs.map((one) => one.serviceId))]];
  const day = isoToDay(date);
  const asked = { petIds, serviceIds, ...(day && { date: day }) };
  const { data } = useQuery(EvaluationService.method.checkPetEvaluations, asked, {
    retry: false,
    meta: { quiet: true },
    enabled: pairs.length > 0 && day !== undefined,
  });
  const lacking = data?.lacking.filter((one) => pairs.some((pair) => pair.petId === one.petId && pair.serviceId === one.serviceId)) ?? [];
  return lacking.map((one) => (
    <Alert
      key={`${one.petId}-${one.serviceId}`}
      severity="warning"
      action={
        onInstead && (
          <Button color="inherit" size="small" onClick={() => onInstead(one)}>
            Book it instead
          </Button>
        )
      }
    >
      {words(one, pets.find((pet) => pet.petId === one.petId)?.petName ?? "This pet")}
    </Alert>
  ));
};

const words = ({ reason, serviceName, evaluationName }: LackingEvaluation, petName: string): string => {
  if (reason === LackingReason.FAILED) return `${petName} did not pass ${evaluationName}, which ${serviceName} requires.`;
  if (reason === LackingReason.EXPIRED) return `${petName}'s ${evaluationName} is out of date by then, and ${serviceName} requires it.`;
  return `${petName} needs to pass ${evaluationName} before ${serviceName}.`;
};
