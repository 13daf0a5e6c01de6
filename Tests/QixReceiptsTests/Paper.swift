import Foundation
import QixOCR

@testable import QixReceipts

/// A receipt written as text: each row at its height, each piece that two blanks part at its place.
enum Paper {
  static func lines(_ text: String, turned degrees: Double = 0, confidence: Double = 0.98) -> [TextLine] {
    let angle = degrees * .pi / 180
    var lines: [TextLine] = []
    for (number, row) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      var column = 0
      for piece in String(row).components(separatedBy: "  ") {
        let text = piece.trimmingCharacters(in: .whitespaces)
        let start = column + piece.prefix { $0 == " " }.count
        column += piece.count + 2
        guard !text.isEmpty else { continue }
        let (left, top, width) = (20 + 11 * Double(start), 30 + 30 * Double(number), 11 * Double(text.count))
        let corners = [(left, top), (left + width, top), (left + width, top + 22), (left, top + 22)].map { x, y in
          PicturePoint(x: x * cos(angle) - y * sin(angle) + 200, y: x * sin(angle) + y * cos(angle) + 200)
        }
        lines.append(TextLine(text, confidence: confidence, quad: Quad(corners)))
      }
    }
    return lines
  }

  static func parse(_ text: String, turned degrees: Double = 0) -> Receipt {
    ReceiptParser().parse(lines(text, turned: degrees), width: 900, height: 2_000)
  }

  static let malaysian = """
    tan chay yee
    *** COPY ***
    KEDAI ROTI BAHAGIA SDN BHD (123456-X)
    NO 12, JALAN MAWAR 3,
    TAMAN INDAH, 81100 JOHOR BAHRU
    GST ID : 000123456789
    TAX INVOICE
    Invoice No: CS00123456
    Date:22/12/201714:03:22
    Counter: 03
    Description  Qty  Price  Amount
    ROTI PUTIH 400G  2 X 2.80  5.60
    9555012300019 SUSU SEGAR 1L  1  7.25  7.25
    KAYA  4.40
    Sub Total  17.25
    GST 6%  1.04
    Rounding Adj  0.01
    Total (Inclusive of GST)  RM18.30
    Cash  20.00
    Change  1.70
    """

  static let italian = """
    PANIFICIO DELL'ORSO SRL
    VIA GARIBALDI 12
    10122 TORINO
    P.IVA 01234567890
    DOCUMENTO COMMERCIALE
    DESCRIZIONE  IVA  Prezzo(€)
    PANE CASERECCIO  4,00%  3,20
    FOCACCIA  10,00%  12,50
    TOTALE COMPLESSIVO  15,70
    di cui IVA  1,26
    Contante  20,00
    Resto  4,30
    05-03-2024 18:41
    DOCUMENTO N. 0123-0045
    """

  static let spanish = """
    FERRETERIA LA LLAVE S.L.
    CALLE MAYOR 3
    28013 MADRID
    NIF: B12345678
    FACTURA SIMPLIFICADA: 2024-00417
    FECHA: 09/11/2024 HORA: 10:05
    MARTILLO  1  14,95  14,95
    CLAVOS 100U  2  1,50  3,00
    TOTAL A PAGAR  17,95 €
    EFECTIVO  20,00
    CAMBIO  2,05
    """

  static let catalan = """
    FORN DE PA CAN PUIG S.L.
    CARRER DEL MAR 8
    08003 BARCELONA
    NIF B87654321
    DATA: 14/07/2024 HORA: 09:12
    TIQUET: 000912
    CROISSANT  2,40
    COCA DE VIDRE  6,10
    IMPORT TOTAL  8,50
    EFECTIU  10,00
    CANVI  1,50
    """

  static let romanian = """
    S.C. BRUTARIA DELTA S.R.L.
    STR. LALELELOR NR. 4
    MUN. CLUJ-NAPOCA JUD. CLUJ
    COD IDENTIFICARE FISCALA: RO12345678
    2.000 BUC x 3.50
    PAINE ALBA  7.00 A
    1.000 BUC x 12.49
    UNT 82%  12.49 A
    TOTAL LEI  19.49
    TOTAL TVA  1.61
    NUMERAR  50.00
    REST  30.51
    DATA: 03.02.2024 ORA: 17-22
    BON FISCAL NR: 00451
    """

  static let german = """
    BÄCKEREI SONNENSCHEIN GMBH
    HAUPTSTRASSE 7
    80331 MÜNCHEN
    UST-ID: DE123456789
    BROT 1KG  4,20 A
    KUCHEN  3,15 A
    PFAND  -0,25 A
    SUMME  EUR  7,10
    Gegeben bar  10,00
    Rückgeld  2,90
    MwSt 7%  0,46
    Datum 31.10.2024 Uhrzeit 07:58:01
    Bon-Nr. 4711
    Kasse: 2
    """

  static let french = """
    BOULANGERIE DU LAC SARL
    12 RUE DE LA PAIX
    74000 ANNECY
    SIRET 12345678900011
    TICKET NO 008812
    LE 18/06/2024 A 12:31
    BAGUETTE  2 x 1,15  2,30
    TARTE CITRON  14,90
    TOTAL TTC  17,20
    DONT TVA 5,5%  0,90
    CARTE BANCAIRE  17,20
    MERCI DE VOTRE VISITE
    """

  static let english = """
    THE CORNER BOOKSHOP LTD
    4 HIGH STREET
    YORK YO1 7HH
    VAT NO 123456789
    RECEIPT 55012
    12 JAN 2024 16:20
    NOTEBOOK A5  £3.99
    FOUNTAIN PEN  £24.50
    SUBTOTAL  £28.49
    TOTAL  £28.49
    VISA CONTACTLESS  £28.49
    """

  static let all: [(locale: String, text: String)] = [
    ("ms", malaysian), ("it", italian), ("es", spanish), ("ca", catalan), ("ro", romanian), ("de", german),
    ("fr", french), ("en", english),
  ]
}
