/** Words the demo company is made of. */
export const firstNames =
  "Dana,Marta,Owen,Priya,Lucas,Hana,Theo,Ines,Caleb,Noor,Silas,Greta,Mateo,Wren,Jonah,Amara,Felix,Leila,Hugo,Ruth,Anton,Mina,Oscar,Tessa,Ravi,Clara,Elias,Maya,Simon,Nadia,Jasper,Bea,Kofi,Lena,Arlo,Sofia,Tomas,Ivy,Darius,Elsa".split(
    ",",
  );
export const lastNames =
  "Whitcomb,Okafor,Tran,Alvarez,Kim,Patel,Brooks,Chen,Haddad,Fischer,Moreau,Ito,Grant,Nguyen,Price,Romero,Lindqvist,Abbott,Castillo,Dube,Eriksen,Farouk,Galvin,Hale,Ivanov,Jensen,Kowalski,Larsen,Mbeki,Novak,Ortega,Pruitt,Quinn,Reyes,Sorensen,Takeda,Ueda,Voss,Weaver,Yilmaz,Zeller,Byrne,Cole,Draper,Ellis".split(
    ",",
  );
export const dogNames =
  "Biscuit,Moss,Pepper,Mochi,Luna,Freja,Simba,Rex,Duke,Tofu,Zaza,Bruno,Coco,Hachi,Otis,Bao,Daisy,Chispa,Willow,Rosie,Ziggy,Maple,Juno,Archie,Nala,Hazel,Gus,Poppy,Scout,Olive,Tank,Birdie,Waffles,Clover,Rufus,Pickle".split(
    ",",
  );
export const catNames = "Nori,Miso,Smudge,Opal,Figaro,Saffron,Bean,Inky".split(",");
export const dogBreeds =
  "Standard poodle,Cocker spaniel,Shih tzu,Pomeranian,Goldendoodle,Samoyed,Golden retriever,Boxer,Schnauzer,Maltese,Dachshund,Bichon,Shiba,Basset,Corgi,Beagle,Chihuahua,Mixed breed".split(
    ",",
  );
export const catBreeds = ["Domestic shorthair", "Maine coon", "Persian", "Siamese"];
export const coats = ["black", "white", "cream", "golden", "tan", "brown", "grey", "red"];
export const streets =
  "Alder St,Maple St,Pine St,Union St,Boylston Ave,Summit Ave,Republican St,Yesler Way,Fremont Ave N,Greenwood Ave N,Phinney Ave N,Stone Way N".split(
    ",",
  );
export const remarks = [
  "Hates the dryer near the ears. Cheese works.",
  "Shy at first, warms up with a minute of calm.",
  "Please keep the tail long.",
  "Sensitive left hip, go easy on standing.",
  "Loves everybody. Do not leave treats in reach.",
  "Matting behind the ears, owner knows.",
];
export const questions = [
  "Hi! Can we come half an hour later on our next visit?",
  "Thank you, she looks wonderful!",
  "Do you also trim nails without an appointment?",
  "We may have left a blue leash with you.",
];
