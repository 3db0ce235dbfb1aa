/**
 * Surnames of millions of people, by region. Sharing one is weak evidence. They come from no list. The best-known ones
 * suffice.
 */
export const surnames: ReadonlySet<string> = new Set(
  `smith johnson williams brown jones miller davis wilson anderson taylor moore jackson white harris clark lewis
  robinson walker hall allen young king wright scott green baker adams nelson hill campbell mitchell roberts carter
  garcia rodriguez martinez hernandez lopez gonzalez gonzales perez sanchez ramirez torres flores rivera gomez diaz
  cruz reyes morales ortiz gutierrez chavez ramos ruiz alvarez mendoza vasquez vazquez castillo jimenez moreno romero
  herrera medina aguilar vargas guzman castro mendez fernandez silva santos oliveira souza pereira lima costa ferreira
  rodrigues almeida gomes martins rossi russo ferrari esposito bianchi muller schmidt schneider fischer weber meyer
  wagner becker hoffmann koch bernard dubois durand leroy moreau laurent lefebvre ivanov petrov smirnov kuznetsov popov
  sokolov volkov novak kovac horvat nowak kowalski nagy popescu papadopoulos singh kumar sharma khan patel gupta das
  devi shah begum akhtar malik chaudhry hussain ahmed ali hassan islam rahman yilmaz kaya demir sahin
  wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo kim lee park choi jung kang cho
  yoon jang lim nguyen tran le pham hoang phan vu dang bui do tanaka suzuki sato takahashi watanabe ito yamamoto
  nakamura kobayashi saito mohamed abdi diallo traore coulibaly keita ndiaye diop okafor mensah kabongo ngoy kalala
  mwamba ilunga tshibangu mutombo kasongo mbuyi`
    .split(/\s+/)
    .filter(Boolean),
)

/** Whether a word is one of the most common surnames. */
export const isCommonSurname = (text: string): boolean => surnames.has(text)
