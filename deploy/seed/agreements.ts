import { AgreementService } from "@leashline/proto/leashline/customer/v1/agreement_service_pb.js";
import type { Api } from "./api.ts";

const boarding = `<p>{customerFullName} leaves {petName} in the care of {businessName}.</p>
<h2>Health</h2>
<ul><li>My pets are healthy, and their vaccines are up to date.</li><li>In an emergency you may take them to the nearest vet; I pay for it.</li></ul>
<h2>Cancellations</h2>
<p>Please tell us a day ahead on {businessPhone}. Later ones are charged at half the price.</p>`;

const photos = "<p>{businessName} may show photos of {petName} on its pages. I can take this back at any time.</p>";

/** What the demo's clients sign: one text for everybody, and one that is only sent to some. */
export async function writeAgreements(api: Api): Promise<void> {
  const texts = [
    {
      agreementHeader: "Service agreement",
      agreementContent: boarding,
      agreementRequiredType: 1,
      inputs: [{ label: "Your vet's phone number", required: false }],
      // The demo's full calendar would write to everybody at once.
      sendOnBooking: false,
    },
    { agreementHeader: "Photo release", agreementContent: photos, agreementRequiredType: 3 },
  ];
  for (const [at, text] of texts.entries()) await api.once(AgreementService, `agreement:${at}`).createAgreement(text);
}
