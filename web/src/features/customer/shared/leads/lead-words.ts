import { type Lead, LeadStage } from "@leashline/proto/leashline/customer/v1/lead_service_pb.js";
import { clientName } from "../client-name.ts";

type Tone = "plain" | "accent" | "ok" | "warn" | "bad";

export const stages: readonly { value: LeadStage; label: string; tone: Tone }[] = [
  { value: LeadStage.NEW, label: "New", tone: "accent" },
  { value: LeadStage.CONTACTED, label: "Contacted", tone: "warn" },
  { value: LeadStage.INTERESTED, label: "Interested", tone: "ok" },
  { value: LeadStage.LOST, label: "Lost", tone: "plain" },
];

export const stageOf = (stage: LeadStage) => stages.find(({ value }) => value === stage) ?? stages[0]!;

/** Whose name the lead goes by: the person's, or the first pet's. */
export const leadName = (lead: Lead): string => {
  const name = clientName(lead);
  return name === "No name" && lead.petNames[0] ? `${lead.petNames[0]}'s owner` : name;
};

/** A next step that should have been done by today. */
export const isDue = (lead: Lead, today: string): boolean => lead.nextStepDate !== "" && lead.nextStepDate <= today;
